namespace Unpause.Recordings.Allocations;

/// <summary>What of the heap was in use at one moment, by the place that allocated it, by samples.</summary>
/// <param name="Sites">Places, the most bytes first.</param>
/// <param name="Basis">Where the numbers come from, as text.</param>
public sealed record HeapInUse(IReadOnlyList<AllocationSite> Sites, string Basis);
