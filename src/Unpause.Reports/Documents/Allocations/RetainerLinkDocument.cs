namespace Unpause.Reports.Documents;

/// <summary>One step of a retention path.</summary>
public sealed record RetainerLinkDocument
{
    /// <summary>The class of the referring object.</summary>
    public required string Type { get; init; }

    /// <summary>The field; null when the referring object is an array.</summary>
    public required string? Field { get; init; }

    /// <summary>Whether the field is static.</summary>
    public required bool Static { get; init; }
}
