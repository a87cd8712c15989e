namespace Unpause.Reports.Documents;

/// <summary>Latencies; percentiles are nearest-rank over all values.</summary>
public sealed record LatencyDocument
{
    /// <summary>Median.</summary>
    public required Milliseconds? P50Ms { get; init; }

    /// <summary>90th percentile.</summary>
    public required Milliseconds? P90Ms { get; init; }

    /// <summary>99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>99.9th percentile.</summary>
    public required Milliseconds? P999Ms { get; init; }

    /// <summary>The longest.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>Share of slow ones.</summary>
    public required double? SlowPercent { get; init; }
}
