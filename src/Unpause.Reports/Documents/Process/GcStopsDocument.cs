namespace Unpause.Reports.Documents;

/// <summary>Stop-the-world pauses for GC, as the application experiences them; percentiles are nearest-rank over all values.</summary>
public sealed record GcStopsDocument
{
    /// <summary>The number of stops.</summary>
    public required long Count { get; init; }

    /// <summary>The total time of the stops.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The mean stop.</summary>
    public required Milliseconds? MeanMs { get; init; }

    /// <summary>The longest stop.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>The median stop.</summary>
    public required Milliseconds? P50Ms { get; init; }

    /// <summary>The 90th percentile.</summary>
    public required Milliseconds? P90Ms { get; init; }

    /// <summary>The 99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>The 99.9th percentile.</summary>
    public required Milliseconds? P999Ms { get; init; }

    /// <summary>100 × (1 − total ÷ length of the recording).</summary>
    public required double? ThroughputPercent { get; init; }

    /// <summary>The distribution of these stops over the time of the recording; null in documents of older versions.</summary>
    public HistogramDocument? Histogram { get; init; }
}
