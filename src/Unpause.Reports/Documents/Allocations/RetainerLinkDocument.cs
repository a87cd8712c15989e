namespace Unpause.Reports.Documents;

/// <summary>One step from an object outwards.</summary>
public sealed record RetainerLinkDocument
{
    /// <summary>The class of the object that refers.</summary>
    public required string Type { get; init; }

    /// <summary>Null when the holder is an array.</summary>
    public required string? Field { get; init; }

    /// <summary>Whether the field is static.</summary>
    public required bool Static { get; init; }
}
