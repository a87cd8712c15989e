namespace Unpause.Reports.Documents;

/// <summary>Which slow requests are the collector's fault. Null where it was not judged.</summary>
public sealed record RequestsDocument
{
    /// <summary>The evidence was enough.</summary>
    public const string Judged = "judged";

    /// <summary>It may look so by chance, so nothing is blamed.</summary>
    public const string NotSignificant = "not-significant";

    /// <summary>Nothing was judged.</summary>
    public const string NotEnoughEvidence = "not-enough-evidence";

    /// <summary>Whether the evidence was enough.</summary>
    [Words(nameof(Vocabulary.Outcomes))]
    public required string Outcome { get; init; }

    /// <summary>The attribution in one sentence.</summary>
    public required string Verdict { get; init; }

    /// <summary>What was read.</summary>
    public required IReadOnlyList<RequestSourceDocument> Sources { get; init; }

    /// <summary>Requests that the numbers are about.</summary>
    public required long Count { get; init; }

    /// <summary>Requests left out: of other processes, outside the recordings, with impossible times, or streams.</summary>
    public required long Excluded { get; init; }

    /// <summary>The same, by why; null in documents of older versions.</summary>
    public ExcludedDocument? ExcludedByReason { get; init; }

    /// <summary>Requests longer than this are slow.</summary>
    public required Milliseconds SlowThresholdMs { get; init; }

    /// <summary>Slow requests.</summary>
    public required long Slow { get; init; }

    /// <summary>Their share.</summary>
    public required double? SlowPercent { get; init; }

    /// <summary>Requests with a pause inside.</summary>
    public required long? WithPause { get; init; }

    /// <summary>Slow requests with a pause inside.</summary>
    public required long? SlowWithPause { get; init; }

    /// <summary>Slow requests that would not be slow without pauses and their backlog; null when chance is not excluded.</summary>
    public required long? SlowBecauseOfGc { get; init; }

    /// <summary>
    /// The fewest that may be slow because of the collector, also where no single number can be given; null where nothing was judged.
    /// </summary>
    public long? SlowBecauseOfGcLow { get; init; }

    /// <summary>The most that may be.</summary>
    public long? SlowBecauseOfGcHigh { get; init; }

    /// <summary>
    /// Requests that came while the process was stopped, and whose own times don't have it; null where there is no sign of it.
    /// </summary>
    public AcceptQueueDocument? AcceptQueue { get; init; }

    /// <summary>Share of the requests that were kept, where the source or the user says so; null when all are taken to be there.</summary>
    public double? SampledPercent { get; init; }

    /// <summary>Whether the source sampled requests by their latency (tail sampling). Percentiles are then null.</summary>
    public bool TailSampled { get; init; }

    /// <summary>The lower end of it: slow requests that would not be slow without the pauses inside them.</summary>
    public required long? SlowBecauseOfOwnPauses { get; init; }

    /// <summary>Slow requests that waited behind what pauses had held up, beyond the pauses inside them.</summary>
    public required long? SlowQueuedBehindGc { get; init; }

    /// <summary>Share of slow requests that are slow because of the collector.</summary>
    public required double? ExplainedPercent { get; init; }

    /// <summary>Slow requests that the collector doesn't explain.</summary>
    public required long? SlowUnexplained { get; init; }

    /// <summary>Median latency as measured.</summary>
    public required Milliseconds? P50Ms { get; init; }

    /// <summary>90th percentile.</summary>
    public required Milliseconds? P90Ms { get; init; }

    /// <summary>99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>99.9th percentile.</summary>
    public required Milliseconds? P999Ms { get; init; }

    /// <summary>The longest.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>Latency without pauses and without the backlog that they made, with the other end of the range inside.</summary>
    public required WithoutGcDocument? WithoutGc { get; init; }

    /// <summary>How likely it looks so by chance.</summary>
    public required double? PValue { get; init; }

    /// <summary>How each process was judged.</summary>
    public required IReadOnlyList<RequestProcessDocument> Processes { get; init; }

    /// <summary>The longest requests.</summary>
    public required IReadOnlyList<WorstRequestDocument> Worst { get; init; }

    /// <summary>Holes in traces with collections in them, the most explained first.</summary>
    public required IReadOnlyList<HoleDocument> Holes { get; init; }

    /// <summary>Assumptions, warnings and refusals.</summary>
    public required IReadOnlyList<ExplanationDocument> Explanations { get; init; }

    /// <summary>How long requests took, over the time in which they came; null in documents of older versions.</summary>
    public HistogramDocument? Histogram { get; init; }
}
