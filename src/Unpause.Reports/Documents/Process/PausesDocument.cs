namespace Unpause.Reports.Documents;

/// <summary>GC pauses as the collector reports them; percentiles are nearest-rank over all values.</summary>
public sealed record PausesDocument
{
    /// <summary>The number of pauses.</summary>
    public required long Count { get; init; }

    /// <summary>The total time of pauses.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The mean pause.</summary>
    public required Milliseconds? MeanMs { get; init; }

    /// <summary>The longest pause.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>The median pause.</summary>
    public required Milliseconds? P50Ms { get; init; }

    /// <summary>The 90th percentile.</summary>
    public required Milliseconds? P90Ms { get; init; }

    /// <summary>The 99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>The 99.9th percentile.</summary>
    public required Milliseconds? P999Ms { get; init; }

    /// <summary>100 × (1 − total ÷ length of the recording).</summary>
    public required double? ThroughputPercent { get; init; }

    /// <summary>The longest pauses with their collections, the longest first.</summary>
    public IReadOnlyList<LongPause> Longest { get => field ?? []; init; } = [];

    /// <summary>The distribution of pauses over the time of the recording; null in documents of older versions.</summary>
    public HistogramDocument? Histogram { get; init; }
}
