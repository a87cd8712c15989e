namespace Unpause.Reports.Documents;

/// <summary>The objects in use that one call site allocated.</summary>
public sealed record LiveSiteDocument
{
    /// <summary>Bytes, estimated from the samples.</summary>
    public required long Bytes { get; init; }

    /// <summary>The number of objects, estimated from the samples; null where unknown.</summary>
    public required long? Objects { get; init; }

    /// <summary>The index in stack of the first function that belongs to the application; null when there is none.</summary>
    public required long? AppFrame { get; init; }

    /// <summary>The functions, the allocating one first; empty for the sum of all further call sites.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
