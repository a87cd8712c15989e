using Unpause.Requests;

namespace Unpause.Analysis.Attribution.Queues;

/// <summary>Sentences about the queue that was found or assumed, and what the requests' times leave out.</summary>
internal static class QueueFacts
{
    /// <summary>Adds the sentences.</summary>
    public static void Explain(List<ProcessPart> parts, IReadOnlyList<RequestSet> sets, List<Explanation> explanations)
    {
        foreach (var queue in parts.Select(part => part.Facts.Queue).Distinct()) explanations.Add(Explanation.Assumption(Sentence(queue)));
        if (sets.Any(set => SpanFormats.Contains(set.Format)))
        {
            explanations.Add(Explanation.Assumption(
                "Spans begin when the server has taken a request on; what it waited before that is not in them. A "
                + "proxy's access log shows it too."));
        }

        if (sets.Any(set => set.Format is "locust" or "k6"))
        {
            explanations.Add(Explanation.Assumption(
                "A load generator that waits for each answer sends less during a pause; requests that it held back are not counted."));
        }
    }

    private static string Sentence(QueueModel queue) => queue switch
    {
        { Fits: false } => "No queue could be found in the requests' times, so a single one is assumed: latency without GC is then a "
            + "lower bound, and the collector's share an upper bound, for a server that works in parallel.",
        { Distance: 0 } => "Requests never overlap, so none waits for another within the times given.",
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
