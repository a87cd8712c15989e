namespace Unpause.Requests.Attribution;

/// <summary>
/// Streams that only their duration identifies: they last as long as a client listens (server-sent events, WebSockets, watches), so their
/// length is no latency. An operation is one when at least half of its requests take a minute or more and ten times as long as any of
/// another operation, and as the longest pause: what a pause delays is no stream. So is a request of a mixed operation that does.
/// </summary>
public sealed class LongStreams
{
    private const long ShortestStream = 60_000_000_000;
    private const int TimesLonger = 10;
    private const int FewestOthers = 20;

    private readonly long[] _shortest;
    private readonly bool[]?[] _operations;
    private readonly List<Explanation> _explanations = [];

    private LongStreams(int sets)
    {
        _shortest = new long[sets];
        _operations = new bool[sets][];
        Array.Fill(_shortest, long.MaxValue);
    }

    /// <summary>One for each set with streams.</summary>
    public IReadOnlyList<Explanation> Explanations => _explanations;

    /// <summary>Finds them.</summary>
    /// <param name="sets">Requests.</param>
    /// <param name="recordings">For their longest pause.</param>
    /// <param name="threshold">Longer requests are slow: streams are far beyond.</param>
    public static LongStreams From(IReadOnlyList<RequestSet> sets, IReadOnlyList<Recording> recordings, long threshold)
    {
        var streams = new LongStreams(sets.Count);
        var longest = threshold;
        foreach (var recording in recordings)
        {
            foreach (var pause in recording.Pauses) longest = Math.Max(longest, pause.DurationNanoseconds);
        }

        var least = Math.Max(ShortestStream, longest > long.MaxValue / TimesLonger ? long.MaxValue : longest * TimesLonger);
        for (var s = 0; s < sets.Count; s++) streams.Find(s, sets[s], least);
        return streams;
    }

    /// <summary>Whether a request is one.</summary>
    public bool Holds(int set, in Request request) =>
        request.DurationNanoseconds >= _shortest[set] || _operations[set] is { } operations && operations[request.Name + 1];

    private void Find(int index, RequestSet set, long least)
    {
        if (Longest(set, null) < least) return;
        var operations = Operations(set, least);
        least = Math.Max(least, TimesLonger * Longest(set, operations, below: least));
        operations = Operations(set, least);
        var (others, mixed, longestOther) = (0L, 0L, 0L);
        foreach (var request in set.Requests)
        {
            if (!RequestSelection.Possible(request) || operations[request.Name + 1]) continue;
            if (request.DurationNanoseconds >= least) mixed++;
            else (others, longestOther) = (others + 1, Math.Max(longestOther, request.DurationNanoseconds));
        }

        if (others < FewestOthers || longestOther > least / TimesLonger) return;
        _operations[index] = operations;
        if (mixed > 0) _shortest[index] = least;
        var count = 0L;
        var example = -1;
        foreach (var request in set.Requests)
        {
            if (!RequestSelection.Possible(request) || !Holds(index, request)) continue;
            if (count++ == 0) example = request.Name;
        }

        if (count == 0) return;
        _explanations.Add(
            new Explanation.StreamsLeftOut(count, example >= 0 ? set.Names[example] : null, least, TimesLonger, longestOther));
    }

    /// <summary>Operations with at least half of the requests so long; the first is that of requests without a name.</summary>
    private static bool[] Operations(RequestSet set, long least)
    {
        var balance = new int[set.Names.Count + 1];
        var seen = new bool[balance.Length];
        foreach (var request in set.Requests)
        {
            if (!RequestSelection.Possible(request)) continue;
            seen[request.Name + 1] = true;
            balance[request.Name + 1] += request.DurationNanoseconds >= least ? 1 : -1;
        }

        for (var i = 0; i < seen.Length; i++) seen[i] &= balance[i] >= 0;
        return seen;
    }

    /// <summary>The longest request of other operations, and below a length.</summary>
    private static long Longest(RequestSet set, bool[]? without, long below = long.MaxValue)
    {
        long longest = 0;
        foreach (var request in set.Requests)
        {
            if (!RequestSelection.Possible(request) || without?[request.Name + 1] == true) continue;
            if (request.DurationNanoseconds < below) longest = Math.Max(longest, request.DurationNanoseconds);
        }

        return longest;
    }
}
