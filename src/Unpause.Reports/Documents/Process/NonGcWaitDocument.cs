namespace Unpause.Reports.Documents;

/// <summary>Something beside the collector that held the program's threads; never part of pauses.</summary>
public sealed record NonGcWaitDocument
{
    /// <summary>What they waited for.</summary>
    public required string Name { get; init; }

    /// <summary>How long in all.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>How often; null when only times are known.</summary>
    public required long? Count { get; init; }

    /// <summary>The longest; null when only sums are known.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>
    /// Whether the time of several threads or processors is added up, so that it may be more than the recording's length.
    /// </summary>
    public required bool SummedOverThreads { get; init; }

    /// <summary>
    /// Of the time of the slowest hundredth of the requests, the share that overlaps these waits; null when that can't be told.
    /// </summary>
    public required double? ShareOfSlowRequestsPercent { get; init; }

    /// <summary>Where the numbers come from, and what they leave out.</summary>
    public required string Source { get; init; }
}
