using Unpause.Recordings.Allocations;

namespace Unpause.Recordings.Readers.Go.Profiles;

/// <summary>Keeps the largest places of a recording, as all readers do, once profiles are joined; the others are summed up.</summary>
internal static class KeptSites
{
    /// <summary>The recording with at most <see cref="Limits.AllocationSites"/> places of each kind, and one for the others.</summary>
    public static Recording Of(Recording recording) => recording.Profiles.Count == 0 ? recording : recording with
    {
        Allocations = recording.Allocations is { } allocations ? allocations with { Sites = Of(allocations.Sites) } : null,
        LiveHeap = recording.LiveHeap is { } heap ? heap with { Sites = Of(heap.Sites) } : null,
        Goroutines = recording.Goroutines is { } goroutines ? goroutines with { Sites = Of(goroutines) } : null,
    };

    private static IReadOnlyList<AllocationSite> Of(IReadOnlyList<AllocationSite> sites)
    {
        if (sites.Count <= Limits.AllocationSites) return sites;
        var rest = sites.Skip(Limits.AllocationSites).ToList();
        return
        [
            .. sites.Take(Limits.AllocationSites),
            new(null, AllocationHeap.Small, Total.Of(rest, site => site.Bytes), Total.Of(rest, site => site.Samples), [])
            {
                Objects = Total.Of(rest, site => site.Objects ?? 0),
            },
        ];
    }

    private static IReadOnlyList<GoroutineSite> Of(Goroutines goroutines)
    {
        if (goroutines.Sites.Count <= Limits.AllocationSites) return goroutines.Sites;
        var rest = goroutines.Sites.Skip(Limits.AllocationSites).ToList();
        var counts = Enumerable.Range(0, goroutines.Moments.Count).Select(moment => Total.Of(rest, site => site.Counts[moment]).Value);
        return [.. goroutines.Sites.Take(Limits.AllocationSites), new([], [.. counts])];
    }
}
