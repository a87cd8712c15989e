using Unpause.Recordings;

namespace Unpause.Analysis.Allocations;

/// <summary>Allocations by type and by place; large objects are a group of their own.</summary>
/// <param name="Bytes">All bytes.</param>
/// <param name="LargeBytes">Bytes of large objects.</param>
/// <param name="PinnedBytes">Bytes of pinned objects.</param>
/// <param name="ByType">Types, the most bytes first.</param>
/// <param name="LargeSites">Places that allocate large objects, the most bytes first.</param>
/// <param name="OtherSites">The other places, the most bytes first.</param>
public sealed record AllocationSummary(
    long Bytes, long LargeBytes, long PinnedBytes, IReadOnlyList<TypeAllocations> ByType, IReadOnlyList<AllocationSite> LargeSites, IReadOnlyList<AllocationSite> OtherSites)
{
    /// <summary>Sums up samples; null when there are none.</summary>
    public static AllocationSummary? Of(AllocationSamples? samples)
    {
        if (samples is null) return null;
        var sites = samples.Sites.OrderByDescending(site => site.Bytes).ToList();
        return new AllocationSummary(
            sites.SumSaturated(site => site.Bytes),
            sites.SumSaturated(site => site.Heap == AllocationHeap.Large ? site.Bytes : 0),
            sites.SumSaturated(site => site.Heap == AllocationHeap.Pinned ? site.Bytes : 0),
            TypesOf(sites),
            sites.FindAll(site => site.Heap == AllocationHeap.Large),
            sites.FindAll(site => site.Heap != AllocationHeap.Large));
    }

    private static List<TypeAllocations> TypesOf(List<AllocationSite> sites) =>
    [
        .. sites.GroupBy(site => site.Type)
            .Select(group => new TypeAllocations(
                group.Key,
                group.SumSaturated(site => site.Bytes),
                group.SumSaturated(site => site.Heap == AllocationHeap.Large ? site.Bytes : 0),
                group.SumSaturated(site => site.Samples)))
            .OrderByDescending(type => type.Bytes),
    ];
}
