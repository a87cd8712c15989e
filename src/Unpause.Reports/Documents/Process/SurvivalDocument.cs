namespace Unpause.Reports.Documents;

/// <summary>What survives young collections of a JVM, and for how long.</summary>
public sealed record SurvivalDocument
{
    /// <summary>Young collections that tell their survivors.</summary>
    public required long YoungCollections { get; init; }

    /// <summary>Share of the young bytes that survived a young collection.</summary>
    public required double? SurvivalPercent { get; init; }

    /// <summary>Bytes that survived a young collection, mean.</summary>
    public required long? SurvivorBytesMean { get; init; }

    /// <summary>Share of what is allocated that reaches the old generation.</summary>
    public required double? PromotedPercent { get; init; }

    /// <summary>
    /// Share of the promoted bytes that died in the old generation: near 100 for objects of medium life, near 0 for a leak.
    /// </summary>
    public required double? DiedInOldPercent { get; init; }

    /// <summary>
    /// Mean life of a byte by Little's law: live after marking divided by the allocation rate, the wait for the next marking included.
    /// </summary>
    public required double? MeanLifetimeS { get; init; }

    /// <summary>Copying time of the average worker for each GiB that survived (G1).</summary>
    public required Milliseconds? CopyMsPerGib { get; init; }

    /// <summary>Ages at which objects are promoted; null where the log doesn't tell.</summary>
    public required TenuringDocument? Tenuring { get; init; }
}
