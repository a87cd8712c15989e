namespace Unpause.Recordings.Allocations;

/// <summary>What was allocated where, by samples.</summary>
/// <param name="Sites">Allocation sites, the most bytes first.</param>
/// <param name="Basis">Where the numbers come from, as text.</param>
/// <param name="LargeObjectsExact">Whether each large object was recorded, so that their bytes are exact and not an estimate.</param>
public sealed record AllocationSamples(IReadOnlyList<AllocationSite> Sites, string Basis, bool LargeObjectsExact)
{
    /// <summary>How large the large objects were; null when their sizes are not recorded.</summary>
    public LargeObjectSizes? LargeSizes { get; init; }
}
