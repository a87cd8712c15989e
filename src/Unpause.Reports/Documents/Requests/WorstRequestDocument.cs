namespace Unpause.Reports.Documents;

/// <summary>One of the slowest requests, with the collections in it.</summary>
public sealed record WorstRequestDocument
{
    /// <summary>The index of its process.</summary>
    public required int Process { get; init; }

    /// <summary>The operation; null when unnamed.</summary>
    public required string? Name { get; init; }

    /// <summary>The trace ID, 32 hexadecimal digits; null when the source is not a trace.</summary>
    public required string? TraceId { get; init; }

    /// <summary>The arrival time in UTC.</summary>
    public required string StartedAt { get; init; }

    /// <summary>The latency as measured.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>The part of it inside pauses with timestamps.</summary>
    public required Milliseconds PausedMs { get; init; }

    /// <summary>The part of it spent queued behind requests delayed by earlier pauses, beyond the pauses inside it.</summary>
    [Signed]
    public required Milliseconds QueuedBehindGcMs { get; init; }

    /// <summary>The latency without pauses and the queue behind them.</summary>
    public required Milliseconds WithoutGcMs { get; init; }

    /// <summary>The collections whose pauses overlap it, by generation, however short.</summary>
    public required IReadOnlyList<CollectionsInDocument> Collections { get; init; }
}
