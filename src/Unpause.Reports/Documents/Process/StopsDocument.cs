namespace Unpause.Reports.Documents;

/// <summary>
/// What the application felt: stops with time to safepoint and suspension, whatever asked for them. A pause that lies in no recorded stop
/// counts as a stop of its own length.
/// </summary>
public sealed record StopsDocument
{
    /// <summary>Stops.</summary>
    public required long Count { get; init; }

    /// <summary>Their time.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>Mean; null in documents of older versions.</summary>
    public Milliseconds? MeanMs { get; init; }

    /// <summary>The longest.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>Median; null in documents of older versions.</summary>
    public Milliseconds? P50Ms { get; init; }

    /// <summary>90th percentile; null in documents of older versions.</summary>
    public Milliseconds? P90Ms { get; init; }

    /// <summary>99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>99.9th percentile; null in documents of older versions.</summary>
    public Milliseconds? P999Ms { get; init; }

    /// <summary>Of it, bringing threads to a halt; null where the runtime doesn't tell.</summary>
    public required Milliseconds? TimeToSafepointTotalMs { get; init; }

    /// <summary>The longest time that bringing threads to a halt took; null where the runtime doesn't tell.</summary>
    public Milliseconds? TimeToSafepointMaxMs { get; init; }

    /// <summary>Of it, outside the pauses that the collector reports.</summary>
    public required Milliseconds? OutsidePausesMs { get; init; }

    /// <summary>100 × (1 − total ÷ length of the recording).</summary>
    public required double? ThroughputPercent { get; init; }

    /// <summary>
    /// The stops that collections made, the threads' coming to a halt and going on included: what the budgets max_pause, p99_pause,
    /// total_pause and throughput judge. Null in documents of older versions.
    /// </summary>
    public GcStopsDocument? GcStops { get; init; }

    /// <summary>Pauses among the stops that lie in no recorded stop: of these, coming to a halt and going on is not known.</summary>
    public long? PausesWithoutStop { get; init; }

    /// <summary>Stops by what they were made for, the most time first; null in documents of older versions.</summary>
    public IReadOnlyList<StopReasonDocument>? ByReason { get; init; }

    /// <summary>The longest stops, the longest first; null in documents of older versions.</summary>
    public IReadOnlyList<LongStop>? Longest { get; init; }

    /// <summary>How long stops were, over the recording's time; null in documents of older versions.</summary>
    public HistogramDocument? Histogram { get; init; }
}
