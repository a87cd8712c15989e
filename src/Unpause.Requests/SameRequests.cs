namespace Unpause.Requests;

/// <summary>
/// Two inputs of the same requests, such as a client's times and a server's spans: counted together, every
/// request would count twice.
/// </summary>
/// <param name="Taken">Index of the set whose requests count: the outer one, which includes the waiting too.</param>
/// <param name="LeftOut">Index of the other.</param>
/// <param name="Share">Share of the smaller one's requests, in the time that both cover, that are in the other.</param>
public readonly record struct SameRequests(int Taken, int LeftOut, double Share)
{
    private const int FewestRequests = 20;
    private const double LeastShare = 0.7;
    private const double OneWay = 0.95;
    private const double LargestCountRatio = 1.1;
    private const double GapShare = 0.2;
    private const long MostNanoseconds = 10_000_000;

    /// <summary>
    /// Finds them: the requests end at the same moments, to a fifth of the time between two, where a third would by
    /// chance; and one input's are always the longer ones, where strangers' would be so half of the time.
    /// </summary>
    /// <param name="sets">Inputs.</param>
    /// <returns>At most one for each set that is to be left out.</returns>
    public static IReadOnlyList<SameRequests> Find(IReadOnlyList<RequestSet> sets)
    {
        if (sets.Count < 2) return [];
        var ended = new (long End, long Duration)[]?[sets.Count];
        var found = new List<SameRequests>();
        for (var a = 0; a < sets.Count; a++)
        {
            for (var b = a + 1; b < sets.Count; b++)
            {
                if (found.Exists(same => same.LeftOut == a || same.LeftOut == b)) continue;
                var resolution = Math.Max(sets[a].ResolutionNanoseconds, sets[b].ResolutionNanoseconds);
                if (OfOtherProcesses(sets[a], sets[b])
                    || Compare(ended[a] ??= Ended(sets[a]), ended[b] ??= Ended(sets[b]), resolution) is not { } result)
                {
                    continue;
                }

                // Of equals, the one whose requests have traces.
                var first = result.FirstIsLonger && (!result.SecondIsLonger || sets[a].Spans.Count > 0 || sets[b].Spans.Count == 0);
                found.Add(first ? new SameRequests(a, b, result.Share) : new SameRequests(b, a, result.Share));
            }
        }

        return found;
    }

    private static bool OfOtherProcesses(RequestSet a, RequestSet b)
    {
        var (first, second) = (a.Services.Select(service => service.ProcessId)
            .OfType<int>()
            .ToHashSet(), b.Services.Select(service => service.ProcessId).OfType<int>().ToList());
        return first.Count > 0 && second.Count > 0 && !first.Overlaps(second);
    }

    private static (long End, long Duration)[] Ended(RequestSet set)
    {
        var ended = new List<(long End, long Duration)>(set.Requests.Count);
        foreach (var request in set.Requests)
        {
            if (request.DurationNanoseconds >= 0 && request.StartUnixNanoseconds <= long.MaxValue - request.DurationNanoseconds)
            {
                ended.Add((request.StartUnixNanoseconds + request.DurationNanoseconds, request.DurationNanoseconds));
            }
        }

        ended.Sort();
        return [.. ended];
    }

    private static (double Share, bool FirstIsLonger, bool SecondIsLonger)? Compare(
        (long End, long Duration)[] a, (long End, long Duration)[] b, long resolution)
    {
        if (a.Length == 0 || b.Length == 0) return null;
        var (from, to) = (Math.Max(a[0].End, b[0].End) - MostNanoseconds, Math.Min(a[^1].End, b[^1].End) + MostNanoseconds);
        var firsts = Within(a, from, to);
        var seconds = Within(b, from, to);
        var (fewer, more) = (Math.Min(firsts.Length, seconds.Length), Math.Max(firsts.Length, seconds.Length));
        if (fewer < FewestRequests || more > fewer * LargestCountRatio) return null;
        var tolerance = Math.Min(MostNanoseconds, (long)(GapShare * (to - from) / more));
        if (tolerance < resolution / 2) return null;
        int matched = 0, firstLonger = 0, secondLonger = 0;
        for (int i = 0, j = 0; i < firsts.Length && j < seconds.Length;)
        {
            var apart = firsts[i].End - seconds[j].End;
            if (apart > tolerance) j++;
            else if (apart < -tolerance) i++;
            else
            {
                matched++;
                var longer = firsts[i++].Duration - seconds[j++].Duration;
                firstLonger += longer >= -resolution ? 1 : 0;
                secondLonger += longer <= resolution ? 1 : 0;
            }
        }

        var (first, second) = (firstLonger >= matched * OneWay, secondLonger >= matched * OneWay);
        return matched >= fewer * LeastShare && (first || second) ? ((double)matched / fewer, first, second) : null;
    }

    private static ReadOnlySpan<(long End, long Duration)> Within((long End, long Duration)[] ended, long from, long to)
    {
        var first = Array.FindIndex(ended, request => request.End >= from);
        var last = Array.FindLastIndex(ended, request => request.End <= to);
        return first < 0 || last < first ? [] : ended.AsSpan(first, last - first + 1);
    }
}
