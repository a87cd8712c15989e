namespace Unpause.Analysis.CostModels;

/// <summary>Why a recording has no cost model.</summary>
public enum CostModelRefusalKind
{
    /// <summary>The recording has no collections.</summary>
    NoCollections,

    /// <summary>No collection of the whole heap shows the live set.</summary>
    NoLiveSet,

    /// <summary>Too few collections after the heap was filled.</summary>
    TooFewCollections,

    /// <summary>The collector runs by object counts, whatever the memory.</summary>
    ByObjectCounts,

    /// <summary>.NET's server GC, which changes the number of its heaps.</summary>
    ServerGc,

    /// <summary>Epsilon, which never collects.</summary>
    NeverCollects,

    /// <summary>A concurrent collector whose CPU time is not recorded.</summary>
    ConcurrentCpuUnknown,

    /// <summary>The collector is not recorded.</summary>
    CollectorUnknown,

    /// <summary>Go without the lines of gctrace.</summary>
    NoGcTrace,

    /// <summary>V8's limit is not recorded.</summary>
    NoLimit,
}

/// <summary>Why a recording has no cost model, with the numbers.</summary>
/// <param name="Collector">The collector or runtime that it is about; null where it is about none.</param>
/// <param name="Collections">Collections that there are.</param>
/// <param name="Needed">Collections that are needed.</param>
public sealed record CostModelRefusal(CostModelRefusalKind Kind, string? Collector = null, int Collections = 0, int Needed = 0);
