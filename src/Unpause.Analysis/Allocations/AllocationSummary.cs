using Unpause.Recordings.Allocations;

namespace Unpause.Analysis.Allocations;

/// <summary>Allocations by type; large objects are a group of their own.</summary>
/// <param name="Bytes">All bytes.</param>
/// <param name="LargeBytes">Bytes of large objects.</param>
/// <param name="PinnedBytes">Bytes of pinned objects.</param>
/// <param name="ByType">Types, the most bytes first.</param>
public sealed record AllocationSummary(
    Total Bytes, Total LargeBytes, Total PinnedBytes, IReadOnlyList<TypeAllocations> ByType)
{
    /// <summary>Sums up samples; null when there are none.</summary>
    public static AllocationSummary? Compute(AllocationSamples? samples)
    {
        if (samples is null) return null;
        var sites = samples.Sites.OrderByDescending(site => site.Bytes).ToList();
        return new AllocationSummary(
            Total.Sum(sites, site => site.Bytes),
            Total.Sum(sites, site => site.Heap == AllocationHeap.Large ? site.Bytes : 0),
            Total.Sum(sites, site => site.Heap == AllocationHeap.Pinned ? site.Bytes : 0),
            TypesOf(sites));
    }

    private static List<TypeAllocations> TypesOf(List<AllocationSite> sites) =>
    [
        .. sites.GroupBy(site => site.Type)
            .Select(group => new TypeAllocations(
                group.Key,
                Total.Sum(group, site => site.Bytes),
                Total.Sum(group, site => site.Heap == AllocationHeap.Large ? site.Bytes : 0),
                Total.Sum(group, site => site.Samples)))
            .OrderByDescending(type => type.Bytes),
    ];
}

/// <summary>What was allocated of one type.</summary>
/// <param name="Type">The type; null when it is not recorded. Hostile: escape before showing.</param>
/// <param name="Bytes">Bytes, estimated from the samples.</param>
/// <param name="LargeBytes">Of them, bytes of large objects.</param>
public sealed record TypeAllocations(string? Type, long Bytes, long LargeBytes, long Samples);
