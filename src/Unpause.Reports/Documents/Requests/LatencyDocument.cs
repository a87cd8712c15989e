namespace Unpause.Reports.Documents;

/// <summary>Latencies; percentiles are nearest-rank over all values.</summary>
public sealed record LatencyDocument
{
    /// <summary>The median.</summary>
    public required Milliseconds? P50Ms { get; init; }

    /// <summary>The 90th percentile.</summary>
    public required Milliseconds? P90Ms { get; init; }

    /// <summary>The 99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>The 99.9th percentile.</summary>
    public required Milliseconds? P999Ms { get; init; }

    /// <summary>The longest latency.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>The share of slow requests.</summary>
    public required double? SlowPercent { get; init; }
}
