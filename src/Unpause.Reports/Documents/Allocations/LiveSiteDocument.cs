namespace Unpause.Reports.Documents;

/// <summary>What is in use of what one place allocated.</summary>
public sealed record LiveSiteDocument
{
    /// <summary>Bytes, estimated from the samples.</summary>
    public required long Bytes { get; init; }

    /// <summary>Objects, estimated from the samples; null where the recording doesn't tell.</summary>
    public required long? Objects { get; init; }

    /// <summary>Index into stack of the first function that is not the platform's own; null when all are.</summary>
    public required long? AppFrame { get; init; }

    /// <summary>Functions, the allocating one first; empty for what further places have together.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
