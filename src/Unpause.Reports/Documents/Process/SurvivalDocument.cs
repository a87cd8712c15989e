namespace Unpause.Reports.Documents;

/// <summary>Survival of young collections in a JVM.</summary>
public sealed record SurvivalDocument
{
    /// <summary>The number of young collections that report their survivors.</summary>
    public required long YoungCollections { get; init; }

    /// <summary>The share of young bytes that survives a young collection.</summary>
    public required double? SurvivalPercent { get; init; }

    /// <summary>The mean bytes that survive a young collection.</summary>
    public required long? SurvivorBytesMean { get; init; }

    /// <summary>The share of allocated bytes that reaches the old generation.</summary>
    public required double? PromotedPercent { get; init; }

    /// <summary>
    /// The share of promoted bytes that died in the old generation: near 100 for objects of medium lifetime, near 0 for a leak.
    /// </summary>
    public required double? DiedInOldPercent { get; init; }

    /// <summary>
    /// The mean lifetime of a byte by Little's law: the live set after marking divided by the allocation rate, including the wait for the
    /// next marking.
    /// </summary>
    public required double? MeanLifetimeS { get; init; }

    /// <summary>The copying time of the average worker per GiB of survivors (G1).</summary>
    public required Milliseconds? CopyMsPerGib { get; init; }

    /// <summary>The ages at which objects are promoted; null where not recorded.</summary>
    public required TenuringDocument? Tenuring { get; init; }
}
