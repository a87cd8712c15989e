using Unpause.Analysis.Attribution.Evidence;
using Unpause.Requests;

namespace Unpause.Analysis.Attribution.Queues;

/// <summary>Sentences about the queue that was found or assumed, and what the requests' times leave out.</summary>
internal static class QueueFacts
{
    /// <summary>Adds the sentences.</summary>
    /// <param name="parts">The processes.</param>
    /// <param name="sets">Their requests' sources.</param>
    /// <param name="kept">Which requests there are.</param>
    /// <param name="held">Those that were held at the door.</param>
    /// <param name="explanations">Where they go.</param>
    public static void Explain(
        List<ProcessPart> parts, IReadOnlyList<RequestSet> sets, KeptRequests kept, AcceptQueue? held, List<Explanation> explanations)
    {
        if (!kept.All) explanations.Add(Kept(kept));
        else foreach (var part in parts.DistinctBy(part => part.Queues)) explanations.Add(Queue(part.Queues));
        foreach (var part in parts)
        {
            var unlogged = part.Facts.UnloggedStartNanoseconds;
            if (unlogged > 0) explanations.Add(Explanation.Assumption(Unlogged(unlogged)));
        }

        if (held is null && sets.Any(set => SpanFormats.Contains(set.Format)))
        {
            explanations.Add(Explanation.Assumption(
                "Spans begin when the server has taken a request on; what it waited before that is not in them. A "
                + "proxy's access log shows it too."));
        }

        if (sets.Any(set => set.Format is "locust" or "k6") || (held is null && parts.Exists(ClosedLoop.In)))
        {
            explanations.Add(Explanation.Assumption(
                "Hardly any request comes during a pause and none is made up for after it: whoever sends them seems to wait for each "
                + "answer. "
                + "Requests that were held back are not counted."));
        }
    }

    private static Explanation Kept(KeptRequests kept) => Explanation.Warning(
        kept switch
        {
            { CutNanoseconds: { } cut } =>
                $"Hardly any request is shorter than {Quantities.Duration(cut)}, and many are just longer: it looks as if only slow "
                + "ones were "
                + "kept, so there are no percentiles, and slow requests are compared by time. If all were kept, say --sampled 100%.",
            { OnlySlow: true } =>
                "Which requests were kept depends on how long they took or how they ended, so there are no percentiles, and slow "
                + "requests are "
                + "compared by time.",
            _ => $"{Quantities.Percent(100 * kept.Share)} of the requests were kept. What the others held up can't be replayed: only "
                + "the pauses "
                + "inside a request are taken out of it, and what quiet times show is the other end of the range.",
        });

    private static Explanation Queue(QueueRange queues) => queues switch
    {
        { HiddenBacklog: true } => Explanation.Warning(
            "Requests that come to an idle server wait after a pause all the same: not all requests that it served are here. Only the "
            + "pauses "
            + "inside a request are taken out of it, and what quiet times show is the other end of the range. If it is a sample, say which "
            + "share, for example --sampled 10%."),
        { Best.Fits: false } => Explanation.Assumption(
            $"No queue explains the requests' times, so those that come nearest are replayed ({Models(queues)}), and the range is wide."),
        { Candidates: > 1 } => Explanation.Assumption($"{Sentence(queues.Best)} {Quantities.Count(queues.Candidates - 1)} more "
            + $"{(queues.Candidates == 2 ? "queue fits" : "queues fit")} within chance; the range is over all of them ({Models(queues)})."),
        _ => Explanation.Assumption(Sentence(queues.Best)),
    };

    private static string Models(QueueRange queues) =>
        string.Join(" to ", new[] { Name(queues.Fastest), Name(queues.Slowest) }.Distinct(StringComparer.Ordinal));

    private static string Name(QueueModel queue) => queue.Discipline switch
    {
        QueueDiscipline.Unlimited => "nobody waits",
        QueueDiscipline.Shared => $"{Workers(queue)} shared evenly",
        _ => $"{Workers(queue)} in order of arrival",
    };

    private static string Unlogged(long mean) =>
        $"No request ends in the last {Quantities.Duration(mean)} before a pause is logged, on average: the stop begins that much "
        + "earlier (time "
        + "to safepoint; JVM: -Xlog:safepoint shows it), and is counted from there.";

    private static string Sentence(QueueModel queue) => queue switch
    {
        { Distance: 0, Discipline: QueueDiscipline.FirstComeFirstServed, Workers: 1 } =>
            "Requests never overlap, so none waits for another within the times given.",
        { Discipline: QueueDiscipline.Unlimited } =>
            "Requests don't wait for one another, so only pauses inside a request are removed from it.",
        { Discipline: QueueDiscipline.Shared } => $"Requests share {Workers(queue)} evenly {Fit(queue)}",
        _ => $"Requests wait in order of arrival for {Workers(queue)} {Fit(queue)}",
    };

    private static string Fit(QueueModel queue)
    {
        var outside = queue.OutsideNanoseconds == 0
            ? ""
            : $", and {Quantities.Duration(queue.OutsideNanoseconds)} of each pass outside the queue, on the way there and back";
        return $"(the service needed differs by {queue.Distance:0.###} between crowded and uncrowded times; 0 is a perfect fit){outside};"
            + " latency without GC is a replay of them without pauses.";
    }

    private static string Workers(QueueModel queue) => queue.Workers == 1 ? "one worker" : $"about {queue.Workers} workers";
}
