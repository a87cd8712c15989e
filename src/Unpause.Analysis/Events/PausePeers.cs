namespace Unpause.Analysis.Events;

/// <summary>
/// The other stops of the same kind (the same generation and pause, compacting or not, or the same operation), and what is usual for
/// them: medians.
/// </summary>
/// <param name="Count">Their number, without the stop itself.</param>
/// <param name="MedianNanoseconds">Their median length.</param>
/// <param name="Work">What the collector worked on; null where the recording has no such number.</param>
public sealed record PausePeers(int Count, long MedianNanoseconds, PauseWork? Work)
{
    /// <summary>With fewer peers, nothing is called usual.</summary>
    public const int Fewest = 4;
}

/// <summary>How much a collection worked on, and how much its peers did.</summary>
/// <param name="Measure">What is counted.</param>
/// <param name="Amount">Of this collection: bytes or objects.</param>
/// <param name="Median">The median of its peers.</param>
public sealed record PauseWork(WorkMeasure Measure, long Amount, long Median)
{
    /// <summary>How many times the usual work it had; null where that is none.</summary>
    public double? Ratio => Median > 0 ? (double)Amount / Median : null;
}

/// <summary>What a collection's work is measured by.</summary>
public enum WorkMeasure
{
    /// <summary>Bytes that survived a collection of the young generation: they are copied or kept.</summary>
    SurvivedBytes,

    /// <summary>Bytes moved to an older generation.</summary>
    PromotedBytes,

    /// <summary>Bytes that are live after a collection of the whole heap.</summary>
    LiveBytes,

    /// <summary>Objects created since the collection before.</summary>
    AllocatedObjects,
}
