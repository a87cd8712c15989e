namespace Unpause.Reports.Documents;

/// <summary>
/// The critical paths of the traces that begin in one service: back from the end of each trace to the child that ended last. Of calls in
/// parallel, only the one that was waited for is on it.
/// </summary>
public sealed record CriticalPathDocument
{
    /// <summary>The service; null when the traces do not say.</summary>
    public required string? Service { get; init; }

    /// <summary>The number of traces within all recordings.</summary>
    public required long Traces { get; init; }

    /// <summary>The sum of their durations.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>The number of traces longer than the threshold of slow requests.</summary>
    public required long Slow { get; init; }

    /// <summary>The sum of the durations of the slow traces.</summary>
    public required Milliseconds SlowDurationMs { get; init; }

    /// <summary>The services on the paths, the one with the most time in pauses first.</summary>
    public required IReadOnlyList<PathServiceDocument> Services { get; init; }
}

/// <summary>One service on the critical paths; times are sums over the traces.</summary>
public sealed record PathServiceDocument
{
    /// <summary>The service; null when the traces do not say.</summary>
    public required string? Service { get; init; }

    /// <summary>The index of its process; null when it was not recorded.</summary>
    public required int? Process { get; init; }

    /// <summary>The time of the paths spent in this service itself.</summary>
    public required Milliseconds OnPathMs { get; init; }

    /// <summary>The part of it inside pauses of its process: a lower bound; null when it was not recorded.</summary>
    public required Milliseconds? PausedMs { get; init; }

    /// <summary>The time of the slow traces' paths spent in this service itself.</summary>
    public required Milliseconds SlowOnPathMs { get; init; }

    /// <summary>The part of it inside pauses of its process; null when it was not recorded.</summary>
    public required Milliseconds? SlowPausedMs { get; init; }

    /// <summary>The number of slow traces that would not be slow without these pauses; null when it was not recorded.</summary>
    public required long? SlowBecauseOfPauses { get; init; }
}
