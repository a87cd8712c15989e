namespace Unpause.Reports.Documents;

/// <summary>A hole in a trace with the collections in it.</summary>
public sealed record HoleDocument
{
    /// <summary>Index of its process.</summary>
    public required int Process { get; init; }

    /// <summary>The trace, 32 hexadecimal digits.</summary>
    public required string TraceId { get; init; }

    /// <summary>The span's operation; null when unnamed.</summary>
    public required string? Span { get; init; }

    /// <summary>The child that ended last before the hole; null when the hole begins with the span.</summary>
    public required string? After { get; init; }

    /// <summary>The child that starts after the hole; null when the hole ends with the span.</summary>
    public required string? Before { get; init; }

    /// <summary>Whether the span has no children, so that all of its own work is in the hole.</summary>
    public required bool Leaf { get; init; }

    /// <summary>Its start, in UTC.</summary>
    public required string StartedAt { get; init; }

    /// <summary>Its length.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>Of it, inside pauses that could be placed.</summary>
    public required Milliseconds ExplainedMs { get; init; }

    /// <summary>Collections whose pauses meet it, by generation.</summary>
    public required IReadOnlyList<CollectionsInDocument> Collections { get; init; }
}
