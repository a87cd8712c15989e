namespace Unpause.Reports.Documents;

/// <summary>What objects hang on in the end.</summary>
public sealed record RetainerRootDocument
{
    /// <summary>The part of the runtime that holds it.</summary>
    public required string System { get; init; }

    /// <summary>The kind of root.</summary>
    public required string? Type { get; init; }

    /// <summary>The runtime's words for it.</summary>
    public required string? Description { get; init; }
}
