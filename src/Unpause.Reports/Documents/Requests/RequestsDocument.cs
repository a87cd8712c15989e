namespace Unpause.Reports.Documents;

/// <summary>The attribution of slow requests to GC. Null where it was not judged.</summary>
public sealed record RequestsDocument
{
    /// <summary>The evidence was enough.</summary>
    public const string Judged = "judged";

    /// <summary>The overlap of pauses and slow requests is not significant, so nothing is attributed to GC.</summary>
    public const string NotSignificant = "chance-not-excluded";

    /// <summary>There is too little evidence to judge.</summary>
    public const string NotEnoughEvidence = "not-enough-evidence";

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

    /// <summary>The share of slow requests.</summary>
    public required double? SlowPercent { get; init; }

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

    /// <summary>The median latency as measured.</summary>
    public required Milliseconds? P50Ms { get; init; }

    /// <summary>The 90th percentile.</summary>
    public required Milliseconds? P90Ms { get; init; }

    /// <summary>The 99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>The 99.9th percentile.</summary>
    public required Milliseconds? P999Ms { get; init; }

    /// <summary>The longest latency.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>The latency without pauses and the queue behind them, with its bounds.</summary>
    public required WithoutGcDocument? WithoutGc { get; init; }

    /// <summary>The p-value of the overlap of pauses and slow requests.</summary>
    public required double? PValue { get; init; }

    /// <summary>How the requests of each process were judged.</summary>
    public required IReadOnlyList<RequestProcessDocument> Processes { get; init; }

    /// <summary>The slowest requests.</summary>
    public required IReadOnlyList<WorstRequestDocument> Worst { get; init; }

    /// <summary>The holes in traces with collections in them, the best explained first.</summary>
    public required IReadOnlyList<HoleDocument> Holes { get; init; }

    /// <summary>Assumptions, warnings and refusals.</summary>
    public required IReadOnlyList<ExplanationDocument> Explanations { get; init; }

    /// <summary>The distribution of latencies over the time of arrival; null in documents of older versions.</summary>
    public HistogramDocument? Histogram { get; init; }
}
