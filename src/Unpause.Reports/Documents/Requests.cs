using System.ComponentModel.DataAnnotations;
using Unpause.Requests.Attribution;

namespace Unpause.Reports.Documents;

/// <summary>The attribution of slow requests to GC. Null where it was not judged.</summary>
public sealed record RequestsDocument : LatencyDocument
{
    /// <summary>The evidence was enough.</summary>
    public const string Judged = "judged";

    /// <summary>The overlap of pauses and slow requests is not significant, so nothing is attributed to GC.</summary>
    public const string NotSignificant = "not-significant";

    /// <summary>There is too little evidence to judge.</summary>
    public const string NotEnoughEvidence = "not-enough-evidence";

    /// <summary>An empty one, to be read into.</summary>
    public RequestsDocument()
    {
    }

    internal RequestsDocument(LatencyDistribution measured)
        : base(measured)
    {
    }

    /// <summary>Whether there was enough evidence.</summary>
    [Words(nameof(Vocabulary.Outcomes))]
    public required string Outcome { get; init; }

    /// <summary>The attribution in one sentence.</summary>
    public required string Verdict { get; init; }

    /// <summary>The inputs.</summary>
    public required IReadOnlyList<RequestSourceDocument> Sources { get; init; }

    /// <summary>The number of requests that were judged.</summary>
    public required long Count { get; init; }

    /// <summary>The number of ignored requests: of other processes, outside of the recordings, with impossible times, or streams.</summary>
    public required long Excluded { get; init; }

    /// <summary>The ignored requests by reason; null in documents of older versions.</summary>
    public ExcludedDocument? ExcludedByReason { get; init; }

    /// <summary>The threshold: longer requests are slow.</summary>
    public required Milliseconds SlowThresholdMs { get; init; }

    /// <summary>The number of slow requests.</summary>
    public required long Slow { get; init; }

    /// <summary>
    /// The time of requests while their process was stopped, summed over requests; null where requests could not be placed in time, and in
    /// documents of older versions.
    /// </summary>
    public Milliseconds? StoppedMs { get; init; }

    /// <summary>
    /// The time that requests would have been faster without pauses and what waited behind them, summed over requests; null where nothing
    /// was judged, and in documents of older versions.
    /// </summary>
    public Milliseconds? LostMs { get; init; }

    /// <summary>The number of requests with a pause inside.</summary>
    public required long? WithPause { get; init; }

    /// <summary>The number of slow requests with a pause inside.</summary>
    public required long? SlowWithPause { get; init; }

    /// <summary>
    /// The number of slow requests that would not be slow without pauses and the queue behind them; null when that is not significant.
    /// </summary>
    public required long? SlowBecauseOfGc { get; init; }

    /// <summary>
    /// The minimum number of requests that are slow because of GC, also where there is no single estimate; null where nothing was judged.
    /// </summary>
    public long? SlowBecauseOfGcLow { get; init; }

    /// <summary>The maximum number of requests that are slow because of GC.</summary>
    public long? SlowBecauseOfGcHigh { get; init; }

    /// <summary>
    /// Requests that waited in the accept queue while the process was stopped, which their own times do not include; null where there is no
    /// sign of it.
    /// </summary>
    public AcceptQueueDocument? AcceptQueue { get; init; }

    /// <summary>
    /// The share of requests that were kept by sampling, where the source or the user says so; null when all are assumed to be present.
    /// </summary>
    public double? SampledPercent { get; init; }

    /// <summary>Whether requests were kept depending on their latency: then there are no percentiles.</summary>
    public bool TailSampled { get; init; }

    /// <summary>The number of slow requests that would not be slow without the pauses inside them: a lower bound.</summary>
    public required long? SlowBecauseOfOwnPauses { get; init; }

    /// <summary>The number of slow requests that queued behind requests delayed by pauses, beyond the pauses inside them.</summary>
    public required long? SlowQueuedBehindGc { get; init; }

    /// <summary>The share of slow requests that are slow because of GC.</summary>
    public required double? ExplainedPercent { get; init; }

    /// <summary>The number of slow requests that GC does not explain.</summary>
    public required long? SlowUnexplained { get; init; }

    /// <summary>The latency without pauses and the queue behind them, with its bounds.</summary>
    [JsonPropertyOrder(1)]
    public required WithoutGcDocument? WithoutGc { get; init; }

    /// <summary>
    /// The latency from evenly spaced starts, for closed-loop load tests; null where requests could not be placed in time, and in
    /// documents of older versions.
    /// </summary>
    [JsonPropertyOrder(1)]
    public MeteredDocument? Metered { get; init; }

    /// <summary>The p-value of the overlap of pauses and slow requests.</summary>
    [JsonPropertyOrder(1)]
    public required double? PValue { get; init; }

    /// <summary>How the requests of each process were judged.</summary>
    [JsonPropertyOrder(1)]
    public required IReadOnlyList<RequestProcessDocument> Processes { get; init; }

    /// <summary>The slowest requests.</summary>
    [JsonPropertyOrder(1)]
    public required IReadOnlyList<WorstRequestDocument> Worst { get; init; }

    /// <summary>The holes in traces with collections in them, the best explained first.</summary>
    [JsonPropertyOrder(1)]
    public required IReadOnlyList<HoleDocument> Holes { get; init; }

    /// <summary>
    /// The critical paths of traces across services, by the service that they begin in; empty where fewer than two services are in traces,
    /// or none of them was recorded; null in documents of older versions.
    /// </summary>
    [JsonPropertyOrder(1)]
    public IReadOnlyList<CriticalPathDocument>? CriticalPaths { get; init; }

    /// <summary>Assumptions, warnings and refusals.</summary>
    [JsonPropertyOrder(1)]
    public required IReadOnlyList<ExplanationDocument> Explanations { get; init; }

    /// <summary>The distribution of latencies over the time of arrival; null in documents of older versions.</summary>
    [JsonPropertyOrder(1)]
    public HistogramDocument? Histogram { get; init; }
}

/// <summary>The requests of one input.</summary>
public sealed record RequestSourceDocument
{
    /// <summary>The files that were read.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>The format of the input.</summary>
    public required string Format { get; init; }

    /// <summary>The number of requests.</summary>
    public required long Requests { get; init; }

    /// <summary>The number of spans.</summary>
    public required long Spans { get; init; }

    /// <summary>The number of lines; null for formats without lines.</summary>
    public required long? Lines { get; init; }

    /// <summary>The number of lines that were not parsed.</summary>
    public required long LinesUnparsed { get; init; }

    /// <summary>Notes from reading the input.</summary>
    public required CoverageDocument Coverage { get; init; }

    /// <summary>Whether the requests are in the recording of the collections itself.</summary>
    public bool FromRecording { get; init; }

    /// <summary>
    /// The number of failed requests (status at least 500) since the process started, by its own count; null when unknown.
    /// </summary>
    public long? Failed { get; init; }
}

/// <summary>Ignored requests by reason.</summary>
public sealed record ExcludedDocument
{
    /// <summary>Requests served by other processes, or by an unknown process.</summary>
    public required long OtherProcesses { get; init; }

    /// <summary>Requests from before or after the recording.</summary>
    public required long OutsideRecording { get; init; }

    /// <summary>Requests with impossible times.</summary>
    public required long InvalidTimes { get; init; }

    /// <summary>Streams instead of requests, as declared or by their duration.</summary>
    public required long Streams { get; init; }
}

/// <summary>
/// Requests that waited in the accept queue while the server was stopped: its own measurement starts when it accepts them, after the stop.
/// </summary>
public sealed record AcceptQueueDocument
{
    /// <summary>
    /// The number of delayed requests: those that started during a stop or within 20 ms after it, minus those expected by chance.
    /// </summary>
    public required long Count { get; init; }

    /// <summary>The number of requests that started during a stop or within 20 ms after it.</summary>
    public required long StartedDuringStops { get; init; }

    /// <summary>The number of stops of at least 5 ms that were examined.</summary>
    public required long Stops { get; init; }

    /// <summary>The shortest of those stops.</summary>
    public required Milliseconds ShortestStopMs { get; init; }

    /// <summary>The longest of those stops, which bounds the wait.</summary>
    public required Milliseconds LongestStopMs { get; init; }

    /// <summary>The mean wait before the server's own measurement starts, assuming a uniform arrival rate.</summary>
    public required Milliseconds MeanWaitMs { get; init; }

    /// <summary>The minimum number of requests that are not slow by the server's time but were slow for their clients.</summary>
    public required long SlowLow { get; init; }

    /// <summary>The maximum number of such requests.</summary>
    public required long SlowHigh { get; init; }
}

/// <summary>The latency without GC and the queue behind its pauses.</summary>
public sealed record WithoutGcDocument : LatencyDocument
{
    /// <summary>An empty one, to be read into.</summary>
    public WithoutGcDocument()
    {
    }

    internal WithoutGcDocument(LatencyDistribution latency)
        : base(latency)
    {
    }

    /// <summary>The lower bound of the 99th percentile.</summary>
    [JsonPropertyOrder(1)]
    public Milliseconds? P99LowMs { get; init; }

    /// <summary>The upper bound of the 99th percentile.</summary>
    [JsonPropertyOrder(1)]
    public Milliseconds? P99HighMs { get; init; }

    /// <summary>
    /// In documents of older versions, whether a queue had to be assumed. Otherwise false, because an assumed queue is not certainly a
    /// bound: low and high have the range.
    /// </summary>
    [JsonPropertyOrder(1)]
    public required bool UpperBound { get; init; }

    /// <summary>The lower bounds over all queueing models that fit; null in documents of older versions.</summary>
    [JsonPropertyOrder(1)]
    public LatencyDocument? Low { get; init; }

    /// <summary>The upper bounds over all queueing models that fit; null in documents of older versions.</summary>
    [JsonPropertyOrder(1)]
    public LatencyDocument? High { get; init; }

    /// <summary>The latency minus each request's own overlap with pauses, without any queue.</summary>
    [JsonPropertyOrder(1)]
    public required LatencyDocument OwnPausesOnly { get; init; }
}

/// <summary>
/// Metered latency (DaCapo Chopin): from the start that a request would have had if the client sent at an even rate, where that is earlier
/// than its real start. A witness of what a closed-loop client left out (coordinated omission), without a queueing model.
/// </summary>
public sealed record MeteredDocument
{
    /// <summary>Why there is none, in a sentence; null where there is.</summary>
    public required string? Refusal { get; init; }

    /// <summary>The latency by the length of the window, the shortest first; empty when refused.</summary>
    public required IReadOnlyList<MeteredWindowDocument> Windows { get; init; }
}

/// <summary>Metered latency by one length of window.</summary>
public sealed record MeteredWindowDocument : LatencyDocument
{
    /// <summary>An empty one, to be read into.</summary>
    public MeteredWindowDocument()
    {
    }

    internal MeteredWindowDocument(LatencyDistribution latency)
        : base(latency)
    {
    }

    /// <summary>Requests are spaced evenly over so long; null for the whole run.</summary>
    [JsonPropertyOrder(-1)]
    public required Milliseconds? WindowMs { get; init; }
}

/// <summary>How one process's requests were aligned with its recording.</summary>
public sealed record RequestProcessDocument
{
    /// <summary>A number of workers serve requests in order of arrival.</summary>
    public const string FirstComeFirstServed = "fifo";

    /// <summary>All requests are served concurrently and share the processors.</summary>
    public const string Shared = "processor-sharing";

    /// <summary>Requests do not delay each other.</summary>
    public const string Unlimited = "unlimited";

    /// <summary>The index of the process.</summary>
    public required int Process { get; init; }

    /// <summary>The number of requests that arrived during the recording.</summary>
    public required long Count { get; init; }

    /// <summary>The number of requests from before or after the recording, which are ignored.</summary>
    public required long OutsideRecording { get; init; }

    /// <summary>Significantly fewer requests end inside pauses than by chance, at this offset only.</summary>
    public const string ClockVerified = "verified";

    /// <summary>Requests end inside pauses as often as by chance, at any offset: nothing was judged.</summary>
    public const string ClockContradicted = "contradicted";

    /// <summary>Too few pauses or requests to verify the clock: the numbers are a range over the possible offsets.</summary>
    public const string ClockUntestable = "untestable";

    /// <summary>Both have timestamps of the same clock.</summary>
    public const string OneClock = "shared";

    /// <summary>The offset added to the recording's clock.</summary>
    [Signed]
    public required Milliseconds ClockOffsetMs { get; init; }

    /// <summary>The drift between the clocks.</summary>
    [Signed]
    public required double? ClockDriftPpm { get; init; }

    /// <summary>The uncertainty of the offset, in both directions.</summary>
    public required Milliseconds ClockErrorMs { get; init; }

    /// <summary>Whether the data confirm the clock alignment.</summary>
    [Words(nameof(Vocabulary.ClockStates))]
    public string? ClockState { get; init; }

    /// <summary>The minimum offset, including a network round trip to a client.</summary>
    [Signed]
    public Milliseconds? ClockOffsetLowMs { get; init; }

    /// <summary>The maximum offset.</summary>
    [Signed]
    public Milliseconds? ClockOffsetHighMs { get; init; }

    /// <summary>Whether the offset was estimated from the data.</summary>
    public required bool ClockOffsetInferred { get; init; }

    /// <summary>Whether requests and pauses were recorded on the same clock, so that no alignment was needed.</summary>
    public bool ClockShared { get; init; }

    /// <summary>The queueing model of the process.</summary>
    [Words(nameof(Vocabulary.Queues))]
    public required string Queue { get; init; }

    /// <summary>The number of requests that it serves concurrently.</summary>
    public required long Workers { get; init; }

    /// <summary>Whether the data fit this queueing model; otherwise it was assumed.</summary>
    public required bool QueueFits { get; init; }

    /// <summary>The number of queueing models that fit about as well as the best; the ranges cover all of them.</summary>
    public long QueueCandidates { get; init; } = 1;

    /// <summary>
    /// How much earlier than logged a pause starts on average, because no request ends from then on; 0 when that is not measurable.
    /// </summary>
    public Milliseconds? UnloggedPauseStartMs { get; init; }

    /// <summary>The time that a request spends outside of the queue.</summary>
    public required Milliseconds OutsideQueueMs { get; init; }

    /// <summary>The number of pauses with timestamps.</summary>
    public required long Pauses { get; init; }

    /// <summary>The number of pauses ignored because they are shorter than the clock uncertainty.</summary>
    public required long PausesBelowClockError { get; init; }

    /// <summary>
    /// A sample of the traces that the process served, which does not depend on their length; null where requests have no trace ids, where
    /// pauses or requests could not be placed in time, where traces were kept because they were slow, and in documents of older versions.
    /// </summary>
    public TraceSampleDocument? TraceSample { get; init; }
}

/// <summary>
/// The traces of a process with the smallest hashes, at most 128. The hash is the lower 64 bits of the trace id, mixed by splitmix64, so
/// reports of other services choose the same traces. The lists have an entry for each trace, in the order of their starts.
/// </summary>
public sealed record TraceSampleDocument
{
    /// <summary>The number of requests with a trace id.</summary>
    public required long Requests { get; init; }

    /// <summary>All traces are in the sample whose hash is below this share of the largest; 1 when no trace is left out.</summary>
    [Range(0, 1)]
    public required double Below { get; init; }

    /// <summary>When the first request of the first trace started.</summary>
    public required string StartedAt { get; init; }

    /// <summary>The trace ids, 32 hexadecimal digits each.</summary>
    public required IReadOnlyList<string> TraceIds { get; init; }

    /// <summary>When the first request of each trace started, after that of the first trace.</summary>
    public required IReadOnlyList<Milliseconds> StartMs { get; init; }

    /// <summary>The time from the start of the first request of each trace to the end of its last.</summary>
    public required IReadOnlyList<Milliseconds> DurationMs { get; init; }

    /// <summary>The time of it in which the process served the trace and was stopped for GC.</summary>
    public required IReadOnlyList<Milliseconds> StoppedMs { get; init; }
}

/// <summary>One of the slowest requests, with the collections in it.</summary>
public sealed record WorstRequestDocument
{
    /// <summary>The index of its process.</summary>
    public required int Process { get; init; }

    /// <summary>The operation; null when unnamed.</summary>
    public required string? Name { get; init; }

    /// <summary>The trace ID, 32 hexadecimal digits; null when the source is not a trace.</summary>
    public required string? TraceId { get; init; }

    /// <summary>The arrival time in UTC.</summary>
    public required string StartedAt { get; init; }

    /// <summary>The latency as measured.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>The part of it inside pauses with timestamps.</summary>
    public required Milliseconds PausedMs { get; init; }

    /// <summary>The part of it spent queued behind requests delayed by earlier pauses, beyond the pauses inside it.</summary>
    [Signed]
    public required Milliseconds QueuedBehindGcMs { get; init; }

    /// <summary>The latency without pauses and the queue behind them.</summary>
    public required Milliseconds WithoutGcMs { get; init; }

    /// <summary>The collections whose pauses overlap it, by generation, however short.</summary>
    public required IReadOnlyList<CollectionsInDocument> Collections { get; init; }

    /// <summary>The up to five pauses that took most of it, the one that took most first; null in documents of older versions.</summary>
    public IReadOnlyList<PauseInDocument>? Pauses { get; init; }

    /// <summary>
    /// .NET: the part of it in which work waited for a thread-pool thread, which may overlap pauses; null where not recorded, and in
    /// documents of older versions.
    /// </summary>
    public Milliseconds? PoolWaitMs { get; init; }

    /// <summary>What most of its time went into; null in documents of older versions.</summary>
    [Words(nameof(Vocabulary.RequestParts))]
    public string? Dominating { get; init; }

    /// <summary>Why it took so long, as a sentence; null in documents of older versions.</summary>
    public string? Why { get; init; }
}

/// <summary>A pause in a request.</summary>
public sealed record PauseInDocument
{
    /// <summary>The number of its collection in the runtime.</summary>
    [Signed]
    public required long Collection { get; init; }

    /// <summary>The index of its collection in the recording, by which the page finds it.</summary>
    public required int CollectionIndex { get; init; }

    /// <summary>Start since the start of the recording.</summary>
    [Signed]
    public required Milliseconds StartMs { get; init; }

    /// <summary>The time of the pause inside the request.</summary>
    public required Milliseconds PausedMs { get; init; }
}

/// <summary>A hole in a trace (time in no child span) with the collections in it.</summary>
public sealed record HoleDocument
{
    /// <summary>The index of its process.</summary>
    public required int Process { get; init; }

    /// <summary>The trace ID, 32 hexadecimal digits.</summary>
    public required string TraceId { get; init; }

    /// <summary>The operation of the span; null when unnamed.</summary>
    public required string? Span { get; init; }

    /// <summary>The child that ended last before the hole; null when the hole starts with the span.</summary>
    public required string? After { get; init; }

    /// <summary>The child that starts after the hole; null when the hole ends with the span.</summary>
    public required string? Before { get; init; }

    /// <summary>Whether the span has no children, so that the hole is the whole span.</summary>
    public required bool Leaf { get; init; }

    /// <summary>The start in UTC.</summary>
    public required string StartedAt { get; init; }

    /// <summary>The duration.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>The part of it inside pauses with timestamps.</summary>
    public required Milliseconds ExplainedMs { get; init; }

    /// <summary>The collections whose pauses overlap it, by generation.</summary>
    public required IReadOnlyList<CollectionsInDocument> Collections { get; init; }
}

/// <summary>Collections of one generation within a request or a hole.</summary>
public sealed record CollectionsInDocument
{
    /// <summary>The generation; null for a runtime without generations.</summary>
    [Words(nameof(Vocabulary.Generations))]
    public required string? Generation { get; init; }

    /// <summary>The number of collections with a pause that overlaps it.</summary>
    public required long Count { get; init; }

    /// <summary>Pause time within it.</summary>
    public required Milliseconds PausedMs { get; init; }
}

/// <summary>A remark that readers of the numbers must know.</summary>
public sealed record ExplanationDocument
{
    /// <summary>An assumption, or something that was found in the data and used.</summary>
    public const string Assumption = "assumption";

    /// <summary>Something implausible in the input.</summary>
    public const string Warning = "warning";

    /// <summary>Why something was not judged, and what to do.</summary>
    public const string NotJudged = "not-judged";

    /// <summary>The kind of remark.</summary>
    [Words(nameof(Vocabulary.ExplanationKinds))]
    public required string Kind { get; init; }

    /// <summary>One or two sentences with numbers and units.</summary>
    public required string Text { get; init; }

    /// <summary>Whether it says that the times of requests are implausible.</summary>
    public bool ImplausibleTimes { get; init; }
}
