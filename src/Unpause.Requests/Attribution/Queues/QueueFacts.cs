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
        if (ClosedLoop.IsUsual(sets) || (waiting is null && parts.Exists(part => ClosedLoop.Judge(part) == ArrivalLoop.Closed)))
        {
            yield return new Explanation.ClosedLoopLoad();
        }
    }
}

/// <summary>Whether the client waits for answers: then few requests arrive during a pause, and no burst comes after it.</summary>
internal static class ClosedLoop
{
    private const double FewestExpected = 30;

    /// <summary>Whether the load test waits for answers unless it is told otherwise.</summary>
    public static bool IsUsual(IReadOnlyList<RequestSet> sets) => sets.Any(set => set.Format is "locust" or "k6");

    /// <summary>What a process's requests look like.</summary>
    public static ArrivalLoop Judge(ProcessPart part)
    {
        var (starts, pauses) = (part.Requests.Starts, part.Pauses);
        var expected = (double)starts.Length * pauses.TotalNanoseconds / Math.Max(1, part.Stretch.Length);
        if (expected < FewestExpected) return ArrivalLoop.Unknown;
        long inside = 0;
        foreach (var start in starts) inside += pauses.Contains(start) ? 1 : 0;
        return inside < expected / 2 ? ArrivalLoop.Closed : ArrivalLoop.Open;
    }
}

/// <summary>Whether arrivals depend on answers.</summary>
internal enum ArrivalLoop
{
    /// <summary>Too few arrivals were to be expected during pauses.</summary>
    Unknown,

    /// <summary>Hardly any request arrives during a pause.</summary>
    Closed,

    /// <summary>Requests arrive during pauses, too.</summary>
    Open,
}
