namespace Unpause.Requests.Latencies;

/// <summary>
/// What a load test leaves of its latencies without any single request: some percentiles, or how often each was. Nothing says when they
/// were, so no pause can be laid over them, and no warm-up taken off.
/// </summary>
/// <param name="Format">Whose it is: <c>wrk</c>, <c>wrk2</c>, or <c>counted-latencies</c> where nobody is named.</param>
/// <param name="Requests">Requests that had an answer; null when that isn't said.</param>
/// <param name="Failed">Requests without an answer, or with one that says of itself that it failed; null when that isn't said.</param>
public sealed record LatencyTable(string Format, long? Requests, long? Failed)
{
    private readonly SortedList<int, long> _percentiles = [];
    private readonly List<LatencyCount> _counts = [];

    internal LatencyTable(string format, long? requests, long? failed, IEnumerable<KeyValuePair<int, long>> percentiles)
        : this(format, requests, failed)
    {
        foreach (var (perMille, value) in percentiles) _percentiles.TryAdd(perMille, value);
    }

    internal LatencyTable(string format, long? requests, long? failed, IEnumerable<LatencyCount> counts)
        : this(format, requests, failed) =>
        _counts = [.. counts.OrderBy(count => count.DurationNanoseconds)];

    /// <summary>The latency below which so many of a thousand are, by nearest rank; null when it is not recorded.</summary>
    /// <param name="perMille">Up to 1000, which is the longest.</param>
    public long? Percentile(int perMille)
    {
        if (_counts.Count == 0) return _percentiles.TryGetValue(perMille, out var known) ? known : null;
        Int128 all = 0;
        foreach (var count in _counts) all += count.Count;
        var rank = ((all * perMille) + 999) / 1000;
        Int128 passed = 0;
        foreach (var count in _counts)
        {
            passed += count.Count;
            if (passed >= rank) return count.DurationNanoseconds;
        }

        return null;
    }
}
