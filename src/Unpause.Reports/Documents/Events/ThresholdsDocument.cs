namespace Unpause.Reports.Documents;

/// <summary>JVM: what the collector set itself for the time after a collection.</summary>
public sealed record ThresholdsDocument
{
    /// <summary>Age at which survivors are promoted.</summary>
    public required long? Tenuring { get; init; }

    /// <summary>The greatest possible.</summary>
    public required long? TenuringMax { get; init; }

    /// <summary>Survivors that it wants to have at most.</summary>
    public required long? DesiredSurvivorBytes { get; init; }

    /// <summary>What the young generation may grow to until the next collection.</summary>
    public required long? YoungTargetBytes { get; init; }

    /// <summary>G1: bytes in use in the old generation from which on it begins to mark (IHOP).</summary>
    public required long? MarkingBytes { get; init; }
}
