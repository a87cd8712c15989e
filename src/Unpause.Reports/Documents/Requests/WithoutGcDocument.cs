namespace Unpause.Reports.Documents;

/// <summary>The latency without GC and the queue behind its pauses.</summary>
public sealed record WithoutGcDocument
{
    /// <summary>The median.</summary>
    public required Milliseconds? P50Ms { get; init; }

    /// <summary>The 90th percentile.</summary>
    public required Milliseconds? P90Ms { get; init; }

    /// <summary>The 99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>The 99.9th percentile.</summary>
    public required Milliseconds? P999Ms { get; init; }

    /// <summary>The lower bound of the 99th percentile.</summary>
    public Milliseconds? P99LowMs { get; init; }

    /// <summary>The upper bound of the 99th percentile.</summary>
    public Milliseconds? P99HighMs { get; init; }

    /// <summary>The longest latency.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>The share of slow requests.</summary>
    public required double? SlowPercent { get; init; }

    /// <summary>
    /// In documents of older versions, whether a queue had to be assumed. Otherwise false, because an assumed queue is not certainly a
    /// bound: low and high have the range.
    /// </summary>
    public required bool UpperBound { get; init; }

    /// <summary>The lower bounds over all queueing models that fit; null in documents of older versions.</summary>
    public LatencyDocument? Low { get; init; }

    /// <summary>The upper bounds over all queueing models that fit; null in documents of older versions.</summary>
    public LatencyDocument? High { get; init; }

    /// <summary>The latency minus each request's own overlap with pauses, without any queue.</summary>
    public required LatencyDocument OwnPausesOnly { get; init; }
}
