namespace Unpause.Requests.Latencies;

/// <summary>
/// A load test's latencies without individual requests: some percentiles, or how often each latency was. Their times are not
/// recorded, so they cannot be joined with pauses, and no warm-up can be removed.
/// </summary>
/// <param name="Format">The tool: <c>wrk</c>, <c>wrk2</c>, or <c>counted-latencies</c> where it is unknown.</param>
/// <param name="Requests">Requests with a response; null when not recorded.</param>
/// <param name="Failed">Requests without a response, or with a response that reports failure; null when not recorded.</param>
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

    /// <summary>The latency of the given rank in a thousand, by nearest rank; null when not recorded.</summary>
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

/// <summary>How often a latency was.</summary>
/// <param name="Count">How often it was, at least once.</param>
internal readonly record struct LatencyCount(long DurationNanoseconds, long Count);

/// <summary>Reads what load tests leave that keep no single request.</summary>
public static class LatencyLoader
{
    /// <summary>Reads an input; nothing is thrown for what it contains or when it can't be opened.</summary>
    /// <param name="problem">What of it wasn't understood; null when all was.</param>
    /// <returns>Null when it is something else, which <see cref="RequestLoader"/> may know.</returns>
    public static LatencyTable? Load(RecordingInput input, out string? problem)
    {
        problem = null;
        try
        {
            using var raw = input.Open();
            using var stream = PeekedStream.Unpack(raw);
            var start = stream.Peek(Limits.BlockBytes);
            var lines = new LineReader(stream);
            if (WrkSummary.Recognises(start)) return WrkSummary.Read(lines);
            if (!CountedLatencies.Recognises(start)) return null;
            var table = CountedLatencies.Read(lines, out var notUnderstood);
            if (notUnderstood > 0) problem = $"{notUnderstood:N0} lines are not a latency followed by its count";
            return table;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            problem = SystemFault.Reason(exception);
            return null;
        }
    }
}
