using Unpause.Analysis.Allocations;
using Unpause.Recordings;
using Unpause.Recordings.Allocations;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Composition;

/// <summary>The live heap, and goroutines, by call site.</summary>
internal static class SiteComposer
{
    /// <summary>The live heap; null when it is not recorded.</summary>
    public static LiveHeapDocument? Compose(HeapInUse? heap) => heap is null ? null : new()
    {
        Basis = heap.Basis,
        Bytes = Total.Of(heap.Sites, site => site.Bytes),
        Sites = [.. heap.Sites.Select(site => new LiveSiteDocument
        {
            Bytes = site.Bytes,
            Objects = site.Objects,
            AppFrame = UserFrames.First(site.Stack),
            Stack = site.Stack,
        })],
    };

    /// <summary>The goroutines; null when they are not recorded.</summary>
    public static GoroutinesDocument? Compose(Goroutines? goroutines) => goroutines is null ? null : new()
    {
        Basis = goroutines.Basis,
        Count = goroutines.Moments[^1].Count,
        Moments = [.. goroutines.Moments.Select(moment => new GoroutineMomentDocument
        {
            At = moment.UnixNanoseconds is { } at ? SourceComposer.Instant(at) : null,
            Count = moment.Count,
        })],
        Sites = [.. goroutines.Sites.Select(site => new GoroutineSiteDocument
        {
            Count = site.Counts[^1],
            Counts = site.Counts,
            AppFrame = UserFrames.First(site.Stack),
            Stack = site.Stack,
        })],
    };
}
