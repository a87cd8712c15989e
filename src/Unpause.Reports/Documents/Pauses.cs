using Unpause.Analysis.Summaries;

namespace Unpause.Reports.Documents;

/// <summary>GC pauses as the collector reports them; percentiles are nearest-rank over all values.</summary>
public sealed record PausesDocument : DistributionDocument
{
    /// <summary>An empty one, to be read into.</summary>
    public PausesDocument()
    {
    }

    internal PausesDocument(PauseSummary pauses)
        : base(pauses)
    {
    }

    /// <summary>The pauses are recorded; if there is none, there was none.</summary>
    public const string Recorded = "recorded";

    /// <summary>The file does not record pauses.</summary>
    public const string NotRecorded = "not-recorded";

    /// <summary>The pauses could not be read, because a part of the recording is damaged or was not understood.</summary>
    public const string Lost = "lost";

    /// <summary>Whether pauses are known; null in documents of older versions.</summary>
    [JsonPropertyOrder(1)]
    [Words(nameof(Vocabulary.PauseKnowledge))]
    public string? Knowledge { get; init; }

    /// <summary>The longest pauses with their collections, the longest first.</summary>
    [JsonPropertyOrder(1)]
    public IReadOnlyList<LongPause> Longest { get => field ?? []; init; } = [];
}

/// <summary>One of the longest pauses, with its collection.</summary>
public sealed record LongPause
{
    /// <summary>The duration of the pause.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>Start since the start of the recording; null where the format has no timestamps.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>The number of the collection in the runtime.</summary>
    [Signed]
    public required long Collection { get; init; }

    /// <summary>The collection's type in the letters of PerfView's GCStats, otherwise its generation.</summary>
    public required string? Type { get; init; }

    /// <summary>The cause in the runtime's own terms, otherwise the normalised one.</summary>
    public required string? Cause { get; init; }

    /// <summary>Bytes allocated since the previous collection.</summary>
    public required long? AllocatedBytes { get; init; }

    /// <summary>Heap in use at the start of the collection.</summary>
    public required long? HeapBeforeBytes { get; init; }

    /// <summary>Heap in use at its end.</summary>
    public required long? HeapAfterBytes { get; init; }

    /// <summary>Bytes promoted to an older generation.</summary>
    public required long? PromotedBytes { get; init; }
}

/// <summary>
/// Stop-the-world pauses for any reason, as the application experiences them, including the time to stop the threads. A GC pause outside of
/// any recorded stop counts as a stop of its own.
/// </summary>
public sealed record StopsDocument : DistributionDocument
{
    /// <summary>An empty one, to be read into.</summary>
    public StopsDocument()
    {
    }

    internal StopsDocument(StopSummary stops)
        : base(stops)
    {
    }

    /// <summary>The mean stop; null in documents of older versions.</summary>
    public new Milliseconds? MeanMs
    {
        get => base.MeanMs;
        init => base.MeanMs = value;
    }

    /// <summary>The median stop; null in documents of older versions.</summary>
    public new Milliseconds? P50Ms
    {
        get => base.P50Ms;
        init => base.P50Ms = value;
    }

    /// <summary>The 90th percentile; null in documents of older versions.</summary>
    public new Milliseconds? P90Ms
    {
        get => base.P90Ms;
        init => base.P90Ms = value;
    }

    /// <summary>The 99.9th percentile; null in documents of older versions.</summary>
    public new Milliseconds? P999Ms
    {
        get => base.P999Ms;
        init => base.P999Ms = value;
    }

    /// <summary>
    /// The part of the total time until all threads had stopped (time to safepoint, suspension, stop latency); null where the runtime does
    /// not report it.
    /// </summary>
    [JsonPropertyOrder(1)]
    public required Milliseconds? TimeToSafepointTotalMs { get; init; }

    /// <summary>The longest time until all threads had stopped; null where the runtime does not report it.</summary>
    [JsonPropertyOrder(1)]
    public Milliseconds? TimeToSafepointMaxMs { get; init; }

    /// <summary>The part of the total time outside of the pauses that the collector reports.</summary>
    [JsonPropertyOrder(1)]
    public required Milliseconds? OutsidePausesMs { get; init; }

    /// <summary>
    /// The stops for GC, including the time to stop and restart the threads. The budgets max_pause, p99_pause, total_pause and throughput
    /// check these. Null in documents of older versions.
    /// </summary>
    [JsonPropertyOrder(1)]
    public GcStopsDocument? GcStops { get; init; }

    /// <summary>
    /// The number of GC pauses outside of any recorded stop; for these, the time to stop and restart the threads is unknown.
    /// </summary>
    [JsonPropertyOrder(1)]
    public long? PausesWithoutStop { get; init; }

    /// <summary>The stops by reason, the most time first; null in documents of older versions.</summary>
    [JsonPropertyOrder(1)]
    public IReadOnlyList<StopReasonDocument>? ByReason { get; init; }

    /// <summary>The longest stops, the longest first; null in documents of older versions.</summary>
    [JsonPropertyOrder(1)]
    public IReadOnlyList<LongStop>? Longest { get; init; }
}

/// <summary>Stop-the-world pauses for GC, as the application experiences them; percentiles are nearest-rank over all values.</summary>
public sealed record GcStopsDocument : DistributionDocument
{
    /// <summary>An empty one, to be read into.</summary>
    public GcStopsDocument()
    {
    }

    internal GcStopsDocument(PauseSummary stops)
        : base(stops)
    {
    }

}

/// <summary>Stop-the-world pauses with one reason.</summary>
public sealed record StopReasonDocument
{
    /// <summary>The reason, in plain words: collection, heap inspection, deoptimization.</summary>
    public required string Reason { get; init; }

    /// <summary>The reason in the runtime's own terms.</summary>
    public required IReadOnlyList<string> Operations { get; init; }

    /// <summary>Whether these are stops for GC.</summary>
    public required bool IsGc { get; init; }

    /// <summary>The number of stops.</summary>
    public required long Count { get; init; }

    /// <summary>The total time of the stops.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The longest stop.</summary>
    public required Milliseconds MaxMs { get; init; }

    /// <summary>The part of that time until all threads had stopped; null where the runtime does not report it.</summary>
    public required Milliseconds? TimeToSafepointTotalMs { get; init; }
}

/// <summary>One of the longest stop-the-world pauses, with its reason.</summary>
public sealed record LongStop
{
    /// <summary>The duration, from the stop request until all threads run again.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>Start since the start of the recording; null where the format has no timestamps.</summary>
    [Signed]
    public required Milliseconds? StartMs { get; init; }

    /// <summary>
    /// The time until all threads had stopped (time to safepoint, suspension, stop latency); null where the runtime does not report it.
    /// </summary>
    public required Milliseconds? TimeToSafepointMs { get; init; }

    /// <summary>The longest GC pause in it as the collector reports it; null where none is recorded.</summary>
    public required Milliseconds? PauseMs { get; init; }

    /// <summary>The reason, in plain words.</summary>
    public required string Reason { get; init; }

    /// <summary>The reason in the runtime's own terms.</summary>
    public required string Operation { get; init; }

    /// <summary>Whether it was a stop for GC.</summary>
    public required bool IsGc { get; init; }

    /// <summary>The number of the collection in the runtime; null where none is recorded in it.</summary>
    [Signed]
    public required long? Collection { get; init; }

    /// <summary>The collection's type in the letters of PerfView's GCStats, otherwise its generation.</summary>
    public required string? Type { get; init; }

    /// <summary>The collection's cause in the runtime's own terms, otherwise the normalised one.</summary>
    public required string? Cause { get; init; }
}

/// <summary>Stalls of single threads for one reason.</summary>
public sealed record StallDocument
{
    /// <summary>The reason in the runtime's own terms.</summary>
    public required string Name { get; init; }

    /// <summary>The number of stalls.</summary>
    public required long Count { get; init; }

    /// <summary>The total thread time, over all threads.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The longest stall.</summary>
    public required Milliseconds MaxMs { get; init; }
}

/// <summary>A wait of threads for another reason than GC; never part of pauses.</summary>
public sealed record NonGcWaitDocument
{
    /// <summary>The reason of the wait.</summary>
    public required string Name { get; init; }

    /// <summary>The total time.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The number of waits; null when only times are known.</summary>
    public required long? Count { get; init; }

    /// <summary>The longest wait; null when only sums are known.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>Whether the time of several threads or processors is summed, so that it may exceed the length of the recording.</summary>
    public required bool SummedOverThreads { get; init; }

    /// <summary>The share of the time of the slowest 1 % of requests that overlaps these waits; null when unknown.</summary>
    public required double? ShareOfSlowRequestsPercent { get; init; }

    /// <summary>The source of the numbers, and what they do not include.</summary>
    public required string Source { get; init; }
}
