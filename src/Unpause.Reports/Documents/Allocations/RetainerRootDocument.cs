namespace Unpause.Reports.Documents;

/// <summary>A GC root.</summary>
public sealed record RetainerRootDocument
{
    /// <summary>The part of the runtime that the root belongs to.</summary>
    public required string System { get; init; }

    /// <summary>The kind of root.</summary>
    public required string? Type { get; init; }

    /// <summary>The description by the runtime.</summary>
    public required string? Description { get; init; }
}
