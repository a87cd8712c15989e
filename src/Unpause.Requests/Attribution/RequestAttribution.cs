using Unpause.Recordings.Exits;
using Unpause.Requests.Attribution.Evidence;
using Unpause.Requests.Attribution.Paths;
using Unpause.Requests.Attribution.Queues;
using Unpause.Requests.Attribution.Scenarios;

namespace Unpause.Requests.Attribution;

/// <summary>
/// The slow requests that GC caused, and latency without GC: the contract's
/// <c>requests</c> object. Times in nanoseconds; null where it was not judged.
/// </summary>
/// <remarks>
/// Removing only a request's own overlap with pauses is wrong where requests queue: those behind a pause wait for
/// those before them. Latency without GC is therefore a range: from <see cref="WithoutOwnOverlap"/> to
/// <see cref="WithoutBacklog"/>, in which the arrivals are served again without pauses by the queue that the process
/// is (<see cref="QueueModel"/>, <see cref="QueueFit"/>). A request is slow because of GC when it is slow
/// as measured and not slow in the second. What a request does elsewhere during a pause (a query that runs on) is
/// counted as stopped.
/// </remarks>
public sealed record RequestAttribution
{
    /// <summary>Whether the evidence was enough.</summary>
    public required AttributionOutcome Outcome { get; init; }

    /// <summary>Assumptions, warnings and refusals, in the order of the steps that found them.</summary>
    public required IReadOnlyList<Explanation> Explanations { get; init; }

    /// <summary>Requests that the numbers are about.</summary>
    public required long Count { get; init; }

    /// <summary>Requests left out: of other processes, outside the recordings, with impossible times, or streams.</summary>
    public required long Excluded { get; init; }

    /// <summary>The same, by why.</summary>
    public LeftOutCounts ExcludedByReason { get; init; } = new(0, 0, 0, 0);

    /// <summary>Whose requests were taken.</summary>
    public ProcessMatch Match { get; init; } = ProcessMatch.Nobody;

    /// <summary>Requests longer than this are slow.</summary>
    public required long SlowThresholdNanoseconds { get; init; }

    /// <summary>Latency as measured.</summary>
    public required LatencyDistribution Measured { get; init; }

    /// <summary>Latency less each request's own overlap with pauses: the lower bound of the share of GC.</summary>
    public LatencyDistribution? WithoutOwnOverlap { get; init; }

    /// <summary>Latency without pauses and without the backlog that they made.</summary>
    public LatencyDistribution? WithoutBacklog { get; init; }

    /// <summary>
    /// The least that each number of latency without pauses may be, over all queues that fit and all offsets that the
    /// clocks may have; null where nothing was judged.
    /// </summary>
    public LatencyDistribution? WithoutLow { get; init; }

    /// <summary>The most that each may be.</summary>
    public LatencyDistribution? WithoutHigh { get; init; }

    /// <summary>
    /// Time of requests while their process was stopped, summed over requests; null where they could not be placed in time.
    /// </summary>
    public long? StoppedNanoseconds { get; init; }

    /// <summary>
    /// Time that requests would have been faster without pauses and their backlog, summed over requests; null where nothing was judged.
    /// </summary>
    public long? LostNanoseconds { get; init; }

    /// <summary>Requests with a pause inside.</summary>
    public long? WithPause { get; init; }

    /// <summary>Slow requests with a pause inside.</summary>
    public long? SlowWithPause { get; init; }

    /// <summary>Slow requests that would not be slow without pauses and their backlog; null when not significant.</summary>
    public long? SlowBecauseOfGc { get; init; }

    /// <summary>
    /// The fewest that may be slow because of GC, over all queues that fit and all offsets that the
    /// clocks may have, less what pauses at other times would be blamed for; 0 when not significant.
    /// </summary>
    public long? SlowBecauseOfGcLow { get; init; }

    /// <summary>The most that may be, also when not significant; null where nothing was counted.</summary>
    public long? SlowBecauseOfGcHigh { get; init; }

    /// <summary>The lower end of it: slow requests that would not be slow without the pauses inside them.</summary>
    public long? SlowBecauseOfOwnPauses { get; init; }

    /// <summary>Slow requests that waited behind what pauses had delayed, beyond the pauses inside them.</summary>
    public long? SlowQueuedBehindGc { get; init; }

    /// <summary>
    /// Requests that came while the process was stopped, and whose times do not say so; null where there is no sign of it.
    /// </summary>
    public AcceptQueue? AcceptQueue { get; init; }

    /// <summary>
    /// Latency from evenly spaced starts, for closed-loop load tests; null where requests could not be placed in time.
    /// </summary>
    public MeteredLatency? Metered { get; init; }

    /// <summary>What can be served again with other pauses, one for each process whose pauses have a place among its requests.</summary>
    public IReadOnlyList<ReplayableLoad> Loads => LazyLoads?.Value ?? [];

    /// <summary>Judged only for who asks: reports do not.</summary>
    internal Lazy<IReadOnlyList<ReplayableLoad>>? LazyLoads { get; init; }

    /// <summary>Whether requests are timed by the server itself, from when it takes them on.</summary>
    public bool ServerSide { get; init; }

    /// <summary>Whether it cannot be seen if requests that came during a stop have all of it in their times.</summary>
    public bool DoorUnseen { get; init; }

    /// <summary>The longest stop that could be placed.</summary>
    public long LongestStopNanoseconds { get; init; }

    /// <summary>Share of the requests that were kept; null when nothing says that some were left out.</summary>
    public double? SampledShare { get; init; }

    /// <summary>Whether it depends on their latency which requests were kept: then there are no percentiles.</summary>
    public bool TailSampled { get; init; }

    /// <summary>Share of slow requests that are slow because of GC, in percent.</summary>
    public double? ExplainedPercent { get; init; }

    /// <summary>Slow requests that GC does not explain.</summary>
    public long? NotExplained { get; init; }

    /// <summary>
    /// How likely pauses at other times would be blamed for as many slow requests (<see cref="ShiftedBlame"/>).
    /// </summary>
    public double? PValue { get; init; }

    /// <summary>How each process was judged.</summary>
    public IReadOnlyList<ProcessAttribution> Processes { get; init; } = [];

    /// <summary>The longest requests, the longest first.</summary>
    public IReadOnlyList<WorstRequest> Worst { get; init; } = [];

    /// <summary>Requests to draw, for each process that was judged; empty when nothing was.</summary>
    public IReadOnlyList<RequestPoints> Points { get; init; } = [];

    /// <summary>Arrivals and latencies of the requests that the numbers are about.</summary>
    public IReadOnlyList<MeasuredRequests> Requests { get; init; } = [];

    /// <summary>Whose time and whose pauses the critical paths of traces across services contain; empty without such traces.</summary>
    public IReadOnlyList<PathSummary> Paths { get; init; } = [];

    /// <summary>Samples of traces, for each process that has some and whose pauses have a place among its requests.</summary>
    public IReadOnlyList<TraceSample> Traces { get; init; } = [];

    /// <summary>Every request that the numbers are about; null unless asked for (<see cref="AttributionOptions.KeepEach"/>).</summary>
    public EachLatency? Each { get; init; }

    /// <summary>Which requests single stops delayed; null where the clocks do not show it.</summary>
    public DelayedRequests? Delayed { get; init; }

    /// <summary>The same without percentiles and shares: of requests that were kept because they were slow, they say nothing.</summary>
    internal RequestAttribution WithoutPercentiles() => this with
    {
        Measured = LatencyDistribution.None with { Slow = Measured.Slow },
        WithoutOwnOverlap = null,
        WithoutBacklog = null,
        WithoutLow = null,
        WithoutHigh = null,
    };

    /// <summary>Whether a service of a set is the process of a recording, so that its pauses belong into the service's spans.</summary>
    /// <param name="set">Index of the set.</param>
    /// <param name="service">Index into its services; -1 for spans that do not say theirs.</param>
    /// <param name="recording">Index of the recording.</param>
    public bool Served(int set, int service, int recording) => Match.RecordingOf(set, service) == recording;

    /// <summary>Judges requests by recordings.</summary>
    /// <param name="sets">Requests, from one or several inputs.</param>
    /// <param name="recordings">One recording a process.</param>
    /// <param name="options">Threshold and choices.</param>
    public static RequestAttribution Compute(IReadOnlyList<RequestSet> sets, IReadOnlyList<Recording> recordings,
        AttributionOptions options) =>
        new AttributionRun(sets, [.. recordings.Select(ExitCollections.Included)], options).Judge();
}
