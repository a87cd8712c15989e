namespace Unpause.Reports.Documents;

/// <summary>Stops that collections made, as the application felt them; percentiles are nearest-rank over all values.</summary>
public sealed record GcStopsDocument
{
    /// <summary>Stops.</summary>
    public required long Count { get; init; }

    /// <summary>Their time.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>Mean.</summary>
    public required Milliseconds? MeanMs { get; init; }

    /// <summary>The longest.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>Median.</summary>
    public required Milliseconds? P50Ms { get; init; }

    /// <summary>90th percentile.</summary>
    public required Milliseconds? P90Ms { get; init; }

    /// <summary>99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>99.9th percentile.</summary>
    public required Milliseconds? P999Ms { get; init; }

    /// <summary>100 × (1 − total ÷ length of the recording).</summary>
    public required double? ThroughputPercent { get; init; }

    /// <summary>How long they were, over the recording's time; null in documents of older versions.</summary>
    public HistogramDocument? Histogram { get; init; }
}
