namespace Unpause.Requests.Attribution;

/// <summary>
/// A process's requests as many as a picture can show: the slow ones (the longest of them when they are more than
/// <see cref="Limits.ShownSlowRequests"/>), and of the others every n-th.
/// </summary>
/// <param name="Recording">Index of the recording.</param>
/// <param name="Slow">How many are slow in all.</param>
/// <param name="NotSlow">How many are not, in all.</param>
/// <param name="Shown">The chosen ones, in order of arrival.</param>
public sealed record RequestPoints(int Recording, long Slow, long NotSlow, IReadOnlyList<RequestPoint> Shown)
{
    /// <summary>Chooses requests of every process.</summary>
    /// <param name="backlog">Backlog-aware latencies of all of them, one process after the other.</param>
    /// <param name="threshold">Longer requests are slow.</param>
    /// <param name="blame">False when the overlap is not significant: then no request is slow because of GC.</param>
    /// <param name="selection">For places in the sets.</param>
    internal static IReadOnlyList<RequestPoints> Select(
        List<ProcessPart> parts, long[] backlog, long threshold, bool blame, RequestSelection selection)
    {
        var points = new List<RequestPoints>(parts.Count);
        var at = 0;
        foreach (var part in parts)
        {
            points.Add(Select(part, backlog.AsSpan(at, part.Requests.Count), threshold, blame, selection, parts.Count));
            at += part.Requests.Count;
        }

        return points;
    }

    private static RequestPoints Select(
        ProcessPart part, ReadOnlySpan<long> backlog, long threshold, bool blame, RequestSelection selection, int processes)
    {
        var durations = part.Requests.Durations;
        long slow = 0;
        foreach (var duration in durations) slow += duration > threshold ? 1 : 0;
        var others = durations.Length - slow;
        var chosen = LongestSlow(durations, threshold, Math.Max(1, Limits.ShownSlowRequests / processes));
        AddOthers(durations, threshold, Step(others, Math.Max(1, Limits.ShownOtherRequests / processes)), chosen);
        chosen.Sort();
        var shown = new RequestPoint[chosen.Count];
        for (var i = 0; i < shown.Length; i++)
        {
            var request = chosen[i];
            var (set, index) = selection.Find(part.Requests.Positions[request]);
            shown[i] = new RequestPoint(
                set, index, part.Requests.Starts[request], durations[request], Fate(part, request, backlog[request], threshold, blame));
        }

        return new RequestPoints(part.Facts.Recording, slow, others, shown);
    }

    /// <summary>The same test as <see cref="BlameCounts"/> counts by.</summary>
    private static RequestFate Fate(ProcessPart part, int request, long backlog, long threshold, bool blame)
    {
        var duration = part.Requests.Durations[request];
        if (duration <= threshold) return RequestFate.NotSlow;
        if (blame && backlog <= threshold && duration - backlog > part.ErrorBound) return RequestFate.SlowBecauseOfGc;
        return part.Stopped(request) > part.ErrorBound ? RequestFate.SlowWithPause : RequestFate.SlowWithoutPause;
    }

    private static List<int> LongestSlow(long[] durations, long threshold, int most)
    {
        var longest = new PriorityQueue<int, long>();
        for (var i = 0; i < durations.Length; i++)
        {
            if (durations[i] <= threshold) continue;
            if (longest.Count < most) longest.Enqueue(i, durations[i]);
            else if (longest.TryPeek(out _, out var least) && durations[i] > least) longest.DequeueEnqueue(i, durations[i]);
        }

        return [.. longest.UnorderedItems.Select(item => item.Element)];
    }

    private static void AddOthers(long[] durations, long threshold, long step, List<int> chosen)
    {
        long seen = 0;
        for (var i = 0; i < durations.Length; i++)
        {
            if (durations[i] <= threshold && seen++ % step == 0) chosen.Add(i);
        }
    }

    private static long Step(long count, long most) => Math.Max(1, (count + most - 1) / most);
}

/// <summary>One request to draw; times in nanoseconds.</summary>
/// <param name="Set">Index of its request set.</param>
/// <param name="Request">Index into that set's requests.</param>
/// <param name="StartUnixNanoseconds">Arrival, on the requests' clock.</param>
/// <param name="DurationNanoseconds">Latency as measured.</param>
/// <param name="Fate">What became of it.</param>
public readonly record struct RequestPoint(int Set, int Request, long StartUnixNanoseconds, long DurationNanoseconds, RequestFate Fate);

/// <summary>What became of one request; every request has exactly one.</summary>
public enum RequestFate
{
    /// <summary>Within the threshold.</summary>
    NotSlow,

    /// <summary>Slow, and not slow without pauses and their backlog.</summary>
    SlowBecauseOfGc,

    /// <summary>Slow with a pause inside, but not slow because of it (or that was not judged).</summary>
    SlowWithPause,

    /// <summary>Slow without a pause inside, and not slow because of the backlog of one (or that was not judged).</summary>
    SlowWithoutPause,
}
