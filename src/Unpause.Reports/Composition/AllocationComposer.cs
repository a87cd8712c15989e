using Unpause.Analysis.Allocations;
using Unpause.Recordings.Allocations;

namespace Unpause.Reports.Composition;

/// <summary>What was allocated, by type and by place.</summary>
internal static class AllocationComposer
{
    /// <summary>The allocations; null when the recording has no samples.</summary>
    public static AllocationsDocument? Compose(Recording recording)
    {
        if (recording.Allocations is not { } samples || AllocationSummary.Compute(samples) is not { } summary) return null;
        return new()
        {
            Basis = samples.Basis,
            LargeObjectsExact = samples.LargeObjectsExact,
            Bytes = summary.Bytes,
            LargeBytes = summary.LargeBytes,
            PinnedBytes = summary.PinnedBytes,
            LargeObjectDeaths = Deaths(recording.LargeObjectDeaths),
            Gen2Deaths = Deaths(recording.Gen2Deaths),
            ByType = [.. summary.ByType.Select(Type)],
            Sites = [.. samples.Sites.Select(site => Site(site, recording.LargeObjectDeaths))],
        };
    }

    private static AllocatedTypeDocument Type(TypeAllocations type) =>
        new() { Type = type.Type, Bytes = type.Bytes, LargeBytes = type.LargeBytes, Samples = type.Samples };

    private static LargeObjectDeathsDocument? Deaths(LargeObjectDeaths? deaths) =>
        deaths is null ? null : new() { Basis = deaths.Basis, AllocatedBytes = deaths.AllocatedBytes, DiedBytes = deaths.DiedBytes };

    private static Gen2DeathsDocument? Deaths(Gen2Deaths? deaths) => deaths is null ? null : new()
    {
        Basis = deaths.Basis,
        Gen2Collections = deaths.Collections,
        TrackedBytes = deaths.FollowedBytes,
        PromotedBytes = deaths.PromotedBytes,
        DiedBytes = deaths.DiedBytes,
        UnknownBytes = deaths.LostBytes,
        Sites = [.. deaths.Sites.Select(site => Site(site, null))],
    };

    private static AllocationSiteDocument Site(AllocationSite site, LargeObjectDeaths? deaths) => new()
    {
        Type = site.Type,
        Bytes = site.Bytes,
        Samples = site.Samples,
        Objects = site.Objects,
        Large = site.Heap == AllocationHeap.Large,
        Pinned = site.Heap == AllocationHeap.Pinned,
        AppFrame = UserFrames.First(site.Stack),
        DiedBytes = site.Heap == AllocationHeap.Large && deaths is not null ? (long)(site.Bytes * deaths.Share) : null,
        Stack = site.Stack,
    };
}
