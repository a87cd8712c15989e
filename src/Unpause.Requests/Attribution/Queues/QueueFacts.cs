using Unpause.Requests.Attribution.Evidence;

namespace Unpause.Requests.Attribution.Queues;

/// <summary>What a reader must know about the queue that was found or assumed, and about what the requests' times leave out.</summary>
internal static class QueueFacts
{
    /// <summary>The explanations.</summary>
    /// <param name="kept">Which requests there are.</param>
    /// <param name="waiting">Requests that waited in the accept queue.</param>
    public static IEnumerable<Explanation> Explain(
        List<ProcessPart> parts, IReadOnlyList<RequestSet> sets, KeptRequests kept, AcceptQueue? waiting)
    {
        if (!kept.All) yield return new Explanation.SomeKept(kept.Share, kept.OnlySlow, kept.CutNanoseconds);
        else foreach (var part in parts.DistinctBy(part => part.Queues)) yield return new Explanation.QueueReplayed(part.Queues);
        foreach (var part in parts)
        {
            var unlogged = part.Facts.UnloggedStartNanoseconds;
            if (unlogged > 0) yield return new Explanation.UnloggedStart(unlogged);
        }

        if (waiting is null && sets.Any(set => SpanFormats.Contains(set.Format))) yield return new Explanation.SpansStartLate();
        if (sets.Any(set => set.Format is "locust" or "k6") || (waiting is null && parts.Exists(ClosedLoop.In)))
        {
            yield return new Explanation.ClosedLoopLoad();
        }
    }
}

/// <summary>Whether the client waits for answers: then few requests arrive during a pause, and no burst comes after it.</summary>
internal static class ClosedLoop
{
    private const double FewestExpected = 30;

    /// <summary>Whether a process's requests look like that.</summary>
    public static bool In(ProcessPart part)
    {
        var (starts, pauses) = (part.Requests.Starts, part.Pauses);
        if (pauses.Count == 0 || starts.Length == 0) return false;
        long inside = 0;
        foreach (var start in starts) inside += pauses.Contains(start) ? 1 : 0;
        var expected = (double)starts.Length * pauses.TotalNanoseconds / Math.Max(1, part.Stretch.Length);
        return expected >= FewestExpected && inside < expected / 2;
    }
}
