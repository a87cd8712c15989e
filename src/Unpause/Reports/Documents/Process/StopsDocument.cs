namespace Unpause.Reports.Documents;

/// <summary>What the application felt: stops with time to safepoint and suspension.</summary>
public sealed record StopsDocument
{
    /// <summary>Stops.</summary>
    public required long Count { get; init; }

    /// <summary>Their time.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The longest.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>Of it, bringing threads to a halt; null where the runtime doesn't tell.</summary>
    public required Milliseconds? TimeToSafepointTotalMs { get; init; }

    /// <summary>Of it, outside the pauses that the collector reports.</summary>
    public required Milliseconds? OutsidePausesMs { get; init; }

    /// <summary>100 × (1 − total ÷ length of the recording).</summary>
    public required double? ThroughputPercent { get; init; }

    /// <summary>How long stops were, over the recording's time; null in documents of older versions.</summary>
    public HistogramDocument? Histogram { get; init; }
}
