namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Makes rates of what the kernel counts of pages that it moves between NUMA nodes. Times are nanoseconds of CLOCK_MONOTONIC.
/// </summary>
internal sealed class NumaRates
{
    private const double Second = 1e9;
    private readonly List<(long At, long Faults, long Migrated)> _samples = [];

    /// <summary>About how much memory they take by now.</summary>
    public long MemoryBytes => _samples.Capacity * 3L * sizeof(long);

    /// <summary>Takes a sample; false when it can't follow the one before. Of very many the first are kept.</summary>
    public bool Add(long at, long faults, long migrated)
    {
        if (_samples.Count > 0 && (at <= _samples[^1].At || faults < _samples[^1].Faults || migrated < _samples[^1].Migrated)) return false;
        if (_samples.Count < ProcessCounter.MostValues) _samples.Add((at, faults, migrated));
        return true;
    }

    /// <summary>The counters; null where there are no two samples.</summary>
    public IReadOnlyList<ProcessCounter>? Counters(long zero) => _samples.Count < 2 ? null :
    [
        Counter(ProcessCounter.NumaFaults, zero, static sample => sample.Faults),
        Counter(ProcessCounter.NumaMigrations, zero, static sample => sample.Migrated),
    ];

    private ProcessCounter Counter(string name, long zero, Func<(long At, long Faults, long Migrated), long> count)
    {
        var values = new List<CounterSample>(_samples.Count - 1);
        var max = 0.0;
        for (var i = 1; i < _samples.Count; i++)
        {
            var rate = (count(_samples[i]) - count(_samples[i - 1])) * Second / (_samples[i].At - _samples[i - 1].At);
            max = Math.Max(max, rate);
            values.Add(new CounterSample(_samples[i].At - zero, rate));
        }

        var mean = (count(_samples[^1]) - count(_samples[0])) * Second / (_samples[^1].At - _samples[0].At);
        return new ProcessCounter(name, "per second", values.Count, mean, max, values[^1].Value, values);
    }
}
