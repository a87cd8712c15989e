namespace Unpause.Reports.Documents;

/// <summary>A hole in a trace (time in no child span) with the collections in it.</summary>
public sealed record HoleDocument
{
    /// <summary>The index of its process.</summary>
    public required int Process { get; init; }

    /// <summary>The trace ID, 32 hexadecimal digits.</summary>
    public required string TraceId { get; init; }

    /// <summary>The operation of the span; null when unnamed.</summary>
    public required string? Span { get; init; }

    /// <summary>The child that ended last before the hole; null when the hole starts with the span.</summary>
    public required string? After { get; init; }

    /// <summary>The child that starts after the hole; null when the hole ends with the span.</summary>
    public required string? Before { get; init; }

    /// <summary>Whether the span has no children, so that the hole is the whole span.</summary>
    public required bool Leaf { get; init; }

    /// <summary>The start in UTC.</summary>
    public required string StartedAt { get; init; }

    /// <summary>The duration.</summary>
    public required Milliseconds DurationMs { get; init; }

    /// <summary>The part of it inside pauses with timestamps.</summary>
    public required Milliseconds ExplainedMs { get; init; }

    /// <summary>The collections whose pauses overlap it, by generation.</summary>
    public required IReadOnlyList<CollectionsInDocument> Collections { get; init; }
}
