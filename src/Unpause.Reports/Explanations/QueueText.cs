using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Reports.Explanations;

/// <summary>The words about the queue that was replayed, and about what the requests' times leave out.</summary>
internal static class QueueText
{
    /// <summary>The sentences.</summary>
    public static string Describe(Explanation explanation) => explanation switch
    {
        Explanation.SomeKept kept => Kept(kept),
        Explanation.QueueReplayed { Queues: var queues } => Queue(queues),
        Explanation.UnloggedStart unlogged =>
            $"No request ends in the last {Quantities.Duration(unlogged.MeanNanoseconds)} before a pause is logged, on average: the "
            + "process stops that much earlier (time to safepoint; JVM: -Xlog:safepoint records it). Pauses count from there.",
        Explanation.SpansStartLate =>
            "Spans start when the server has accepted a request, so its wait in the accept queue is not included. "
            + "A proxy's access log includes it.",
        Explanation.ClosedLoopLoad =>
            "Hardly any request arrives during a pause, and none is made up for after it: the client seems to wait for each answer. "
            + "Requests that it did not send meanwhile are not counted (coordinated omission).",
        _ => throw new ArgumentOutOfRangeException(nameof(explanation)),
    };

    /// <summary>Why there is no metered latency.</summary>
    public static string Describe(MeteredRefusal refusal) => refusal switch
    {
        MeteredRefusal.OpenArrivals =>
            "Metered latency is for closed-loop load tests. Here requests keep arriving during pauses, so a burst of them is real and no "
            + "delay.",
        MeteredRefusal.ArrivalsUnknown =>
            "Metered latency is for closed-loop load tests. Too few requests were due during pauses to see whether the client waits for "
            + "answers.",
        MeteredRefusal.SomeMissing => "Metered latency needs all requests, and only some were kept.",
        MeteredRefusal.CoarseTimes => "Metered latency needs timestamps of requests that are exact to 10 ms.",
        _ => "Metered latency needs at least 100 requests.",
    };

    private static string Kept(Explanation.SomeKept kept) => kept switch
    {
        { CutNanoseconds: { } cut } =>
            $"Hardly any request is shorter than {Quantities.Duration(cut)}, and many are just longer, so probably only slow ones were "
            + "kept. Therefore there are no percentiles, and slow requests are compared by time. If all were kept, add --sampled 100%.",
        { OnlySlow: true } =>
            "Which requests were kept depends on their duration or outcome. "
            + "Therefore there are no percentiles, and slow requests are compared by time.",
        _ =>
            $"{Quantities.Percent(100 * kept.Share)} of the requests were kept, so waiting behind the others cannot be replayed. "
            + "Only pauses inside a request are taken out of it. Quiet times give the other end of the range.",
    };

    private static string Queue(QueueRange queues) => queues switch
    {
        { HiddenBacklog: true } =>
            "Requests to an idle server wait after a pause, too, so some of the requests that it served are missing here. "
            + "Only pauses inside a request are taken out of it. Quiet times give the other end of the range. "
            + "If this is a sample, give its share, for example --sampled 10%.",
        { Best.Fits: false } =>
            $"No queue model explains the requests' times. The nearest ones are replayed ({Models(queues)}), so the range is wide.",
        { Candidates: > 1 } =>
            $"{Sentence(queues.Best)} {Quantities.Count(queues.Candidates - 1)} more "
            + $"{(queues.Candidates == 2 ? "queue model fits" : "queue models fit")} within noise; the range covers all of them "
            + $"({Models(queues)}).",
        _ => Sentence(queues.Best),
    };

    private static string Models(QueueRange queues) =>
        string.Join(" to ", new[] { Name(queues.Fastest), Name(queues.Slowest) }.Distinct(StringComparer.Ordinal));

    private static string Name(QueueModel queue) => queue.Discipline switch
    {
        QueueDiscipline.Unlimited => "no waiting",
        QueueDiscipline.Shared => $"{Workers(queue)} shared evenly",
        _ => $"{Workers(queue)} in order of arrival",
    };

    private static string Sentence(QueueModel queue) => queue switch
    {
        { Distance: 0, Discipline: QueueDiscipline.FirstComeFirstServed, Workers: 1 } =>
            "Requests never overlap, so none waits for another within the given times.",
        { Discipline: QueueDiscipline.Unlimited } =>
            "Requests do not wait for each other, so only pauses inside a request are taken out of it.",
        { Discipline: QueueDiscipline.Shared } => $"Requests share {Workers(queue)} evenly {Fit(queue)}",
        _ => $"Requests wait in order of arrival for {Workers(queue)} {Fit(queue)}",
    };

    private static string Fit(QueueModel queue)
    {
        var distance = queue.Distance?.ToString("0.###", CultureInfo.InvariantCulture);
        var outside = queue.OutsideNanoseconds == 0
            ? ""
            : $", and each spends {Quantities.Duration(queue.OutsideNanoseconds)} outside the queue, on the way there and back";
        return $"(the service time differs by {distance} between busy and quiet times; 0 is a perfect fit){outside}. "
            + "Latency without GC is a replay of them without pauses.";
    }

    private static string Workers(QueueModel queue) => queue.Workers == 1 ? "one worker" : $"about {queue.Workers} workers";
}
