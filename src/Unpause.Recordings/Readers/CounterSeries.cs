namespace Unpause.Recordings.Readers;

/// <summary>Values of one counter in order of time; ends in a <see cref="ProcessCounter"/>.</summary>
/// <param name="name">What it counts.</param>
/// <param name="unit">One of the units of <see cref="ProcessCounter"/>.</param>
internal sealed class CounterSeries(string name, string unit)
{
    private readonly ChunkedList<CounterSample> _values = new();
    private long _samples;
    private double _sum, _max, _last;

    /// <summary>About how much memory it takes.</summary>
    public long MemoryBytes => _values.Count * 2L * sizeof(double);

    /// <summary>Adds a value.</summary>
    /// <param name="time">Since the recording's zero; null where the format has no times.</param>
    public void Add(long? time, double value)
    {
        if (!double.IsFinite(value)) return;
        _max = _samples == 0 ? value : Math.Max(_max, value);
        (_samples, _sum, _last) = (_samples + 1, _sum + value, value);
        if (time is { } at && _values.Count < Limits.CounterValues) _values.Add(new CounterSample(at, value));
    }

    /// <summary>The mean where it is known better than from the values: over intervals of different lengths.</summary>
    public double? Mean { get; set; }

    /// <summary>The counters that had values; null when there were none.</summary>
    /// <param name="later">Nanoseconds by which the times are moved.</param>
    public static List<ProcessCounter>? Build(long later, params ReadOnlySpan<CounterSeries> all)
    {
        List<ProcessCounter>? built = null;
        foreach (var series in all)
        {
            if (series.Build(later) is { } counter) (built ??= []).Add(counter);
        }

        return built;
    }

    private ProcessCounter? Build(long later)
    {
        if (_samples == 0) return null;
        for (var i = 0; later != 0 && i < _values.Count; i++)
        {
            ref var value = ref _values.ItemRef(i);
            value = value with { TimeNanoseconds = value.TimeNanoseconds + later };
        }

        return new ProcessCounter(name, unit, _samples, Mean ?? (_sum / _samples), _max, _last, _values);
    }
}
