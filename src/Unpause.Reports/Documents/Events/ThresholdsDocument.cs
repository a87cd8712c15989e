namespace Unpause.Reports.Documents;

/// <summary>JVM: the thresholds that the collector set for the time after a collection.</summary>
public sealed record ThresholdsDocument
{
    /// <summary>The age at which survivors are promoted.</summary>
    public required long? Tenuring { get; init; }

    /// <summary>The maximum age.</summary>
    public required long? TenuringMax { get; init; }

    /// <summary>The desired survivor size.</summary>
    public required long? DesiredSurvivorBytes { get; init; }

    /// <summary>The target size of the young generation until the next collection.</summary>
    public required long? YoungTargetBytes { get; init; }

    /// <summary>G1: old generation occupancy that starts concurrent marking (IHOP).</summary>
    public required long? MarkingBytes { get; init; }
}
