namespace Unpause.Reports.Documents;

/// <summary>
/// Stop-the-world pauses for any reason, as the application experiences them, including the time to stop the threads. A GC pause outside of
/// any recorded stop counts as a stop of its own.
/// </summary>
public sealed record StopsDocument
{
    /// <summary>The number of stops.</summary>
    public required long Count { get; init; }

    /// <summary>The total time of the stops.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The mean stop; null in documents of older versions.</summary>
    public Milliseconds? MeanMs { get; init; }

    /// <summary>The longest stop.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>The median stop; null in documents of older versions.</summary>
    public Milliseconds? P50Ms { get; init; }

    /// <summary>The 90th percentile; null in documents of older versions.</summary>
    public Milliseconds? P90Ms { get; init; }

    /// <summary>The 99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>The 99.9th percentile; null in documents of older versions.</summary>
    public Milliseconds? P999Ms { get; init; }

    /// <summary>
    /// The part of the total time until all threads had stopped (time to safepoint, suspension, stop latency); null where the runtime does
    /// not report it.
    /// </summary>
    public required Milliseconds? TimeToSafepointTotalMs { get; init; }

    /// <summary>The longest time until all threads had stopped; null where the runtime does not report it.</summary>
    public Milliseconds? TimeToSafepointMaxMs { get; init; }

    /// <summary>The part of the total time outside of the pauses that the collector reports.</summary>
    public required Milliseconds? OutsidePausesMs { get; init; }

    /// <summary>100 × (1 − total ÷ length of the recording).</summary>
    public required double? ThroughputPercent { get; init; }

    /// <summary>
    /// The stops for GC, including the time to stop and restart the threads. The budgets max_pause, p99_pause, total_pause and throughput
    /// check these. Null in documents of older versions.
    /// </summary>
    public GcStopsDocument? GcStops { get; init; }

    /// <summary>
    /// The number of GC pauses outside of any recorded stop; for these, the time to stop and restart the threads is unknown.
    /// </summary>
    public long? PausesWithoutStop { get; init; }

    /// <summary>The stops by reason, the most time first; null in documents of older versions.</summary>
    public IReadOnlyList<StopReasonDocument>? ByReason { get; init; }

    /// <summary>The longest stops, the longest first; null in documents of older versions.</summary>
    public IReadOnlyList<LongStop>? Longest { get; init; }

    /// <summary>The distribution of stops over the time of the recording; null in documents of older versions.</summary>
    public HistogramDocument? Histogram { get; init; }
}
