namespace Unpause.Reports.Documents;

/// <summary>What latency would be without the collector and the queue behind its pauses.</summary>
public sealed record WithoutGcDocument
{
    /// <summary>Median.</summary>
    public required Milliseconds? P50Ms { get; init; }

    /// <summary>90th percentile.</summary>
    public required Milliseconds? P90Ms { get; init; }

    /// <summary>99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>99.9th percentile.</summary>
    public required Milliseconds? P999Ms { get; init; }

    /// <summary>The least that the 99th percentile may be.</summary>
    public Milliseconds? P99LowMs { get; init; }

    /// <summary>The most that it may be.</summary>
    public Milliseconds? P99HighMs { get; init; }

    /// <summary>The longest.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>Share of slow ones.</summary>
    public required double? SlowPercent { get; init; }

    /// <summary>
    /// In documents of older versions, whether a queue had to be assumed; false in others, because no assumed queue is surely a bound:
    /// low and high have the range.
    /// </summary>
    public required bool UpperBound { get; init; }

    /// <summary>The least that each may be, over all queues that fit the requests' times; null in documents of older versions.</summary>
    public LatencyDocument? Low { get; init; }

    /// <summary>The most that each may be.</summary>
    public LatencyDocument? High { get; init; }

    /// <summary>The other end of the range: latency less each request's own overlap with pauses.</summary>
    public required LatencyDocument OwnPausesOnly { get; init; }
}
