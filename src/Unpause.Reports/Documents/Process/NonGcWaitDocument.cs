namespace Unpause.Reports.Documents;

/// <summary>A wait of threads for another reason than GC; never part of pauses.</summary>
public sealed record NonGcWaitDocument
{
    /// <summary>The reason of the wait.</summary>
    public required string Name { get; init; }

    /// <summary>The total time.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The number of waits; null when only times are known.</summary>
    public required long? Count { get; init; }

    /// <summary>The longest wait; null when only sums are known.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>Whether the time of several threads or processors is summed, so that it may exceed the length of the recording.</summary>
    public required bool SummedOverThreads { get; init; }

    /// <summary>The share of the time of the slowest 1 % of requests that overlaps these waits; null when unknown.</summary>
    public required double? ShareOfSlowRequestsPercent { get; init; }

    /// <summary>The source of the numbers, and what they do not include.</summary>
    public required string Source { get; init; }
}
