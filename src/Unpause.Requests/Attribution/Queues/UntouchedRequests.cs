namespace Unpause.Requests.Attribution.Queues;

/// <summary>
/// Requests without a pause inside, that came later after the last one than it took: what they needed is about what they took. A queue
/// that would serve them much faster without pauses is not the process's: an event loop whose requests wait for a database at the same
/// time is no worker that they wait for.
/// </summary>
internal sealed class UntouchedRequests
{
    private const int Fewest = 50;
    private const double MuchFaster = 0.8;

    private readonly List<int> _indexes;
    private readonly long[] _values;
    private readonly long _median;

    private UntouchedRequests(List<int> indexes, QueueSample sample)
    {
        _indexes = indexes;
        _values = new long[indexes.Count];
        _median = Median(sample.Latencies);
    }

    /// <summary>Those of a sample; null when there are too few.</summary>
    public static UntouchedRequests? Of(QueueSample sample)
    {
        var indexes = new List<int>();
        for (var i = 0; i < sample.Count; i++)
        {
            if (!sample.Held[i] && sample.Pauses.Stopped(sample.Arrivals[i], sample.Arrivals[i] + sample.Latencies[i]) == 0) indexes.Add(i);
        }

        return indexes.Count < Fewest ? null : new UntouchedRequests(indexes, sample);
    }

    /// <summary>Whether latencies without pauses, one for each request of the sample, are impossible.</summary>
    public bool Refute(ReadOnlySpan<long> latencies) => Median(latencies) < MuchFaster * _median;

    private long Median(ReadOnlySpan<long> latencies)
    {
        for (var i = 0; i < _values.Length; i++) _values[i] = latencies[_indexes[i]];
        Array.Sort(_values);
        return _values[_values.Length / 2];
    }
}
