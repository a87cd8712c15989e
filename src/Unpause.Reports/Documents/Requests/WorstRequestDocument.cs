namespace Unpause.Reports.Documents;

/// <summary>One of the longest requests with the collections in it.</summary>
public sealed record WorstRequestDocument
{
    /// <summary>Index of its process.</summary>
    public required int Process { get; init; }

    /// <summary>Operation; null when unnamed.</summary>
    public required string? Name { get; init; }

    /// <summary>Its trace, 32 hexadecimal digits; null when the source is no trace.</summary>
    public required string? TraceId { get; init; }

    /// <summary>Arrival, in UTC.</summary>
    public required string StartedAt { get; init; }

    /// <summary>Latency as measured.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>Of it, inside pauses that could be placed.</summary>
    public required Milliseconds PausedMs { get; init; }

    /// <summary>Of it, waiting behind what earlier pauses had held up, beyond the pauses inside it.</summary>
    [Signed]
    public required Milliseconds QueuedBehindGcMs { get; init; }

    /// <summary>Latency without pauses and their backlog.</summary>
    public required Milliseconds WithoutGcMs { get; init; }

    /// <summary>Collections whose pauses meet it, by generation, however short.</summary>
    public required IReadOnlyList<CollectionsInDocument> Collections { get; init; }
}
