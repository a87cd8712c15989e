using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// GCHeapStats: sizes by generation when a collection has ended. Payload: dotnet/runtime,
/// src/coreclr/vm/ClrEtwAll.man, GCHeapStats_V1 and _V2 (which adds the pinned object heap).
/// </summary>
internal static class HeapStatsPayload
{
    public static void Apply(in RuntimeEvent e, OpenCollection open)
    {
        var payload = new PayloadReader(e.Payload);
        Span<long> sizes = stackalloc long[HeapSums.Generations];
        Span<long> promoted = stackalloc long[HeapSums.Generations];
        for (var generation = 0; generation < 4; generation++)
        {
            (sizes[generation], promoted[generation]) = (payload.Int64(), payload.Int64());
        }

        var (finalizableBytes, finalizableObjects) = (payload.Int64(), payload.Int64());
        var pinned = payload.UInt32();
        payload.Skip(4);
        var handles = payload.UInt32();
        if (payload.Short) return;
        payload.Skip(2);
        if (e.Version >= 2) (sizes[4], promoted[4]) = (payload.Int64(), payload.Int64());
        var total = default(Total);
        foreach (var size in sizes) total += size;

        // Later replaced by the bytes in use, where the heaps' histories have the free space.
        open.Collection.HeapAfterBytes ??= total;
        SetPromoted(open, promoted);
        open.Set(CollectionFact.PinnedObjects, pinned);
        open.Set(CollectionFact.Handles, handles);
        open.Set(CollectionFact.FinalizableObjects, finalizableObjects);
        open.Set(CollectionFact.FinalizableBytes, finalizableBytes);
    }

    private static void SetPromoted(OpenCollection open, ReadOnlySpan<long> promoted)
    {
        // A background collection leaves the younger generations alone; their fields are the ones of the collection before.
        long young = Total.Of(promoted[0]) + promoted[1], old = Total.Of(promoted[2]) + promoted[3] + promoted[4];
        open.Collection.PromotedBytes = open switch
        {
            { Background: true } => 0,
            { Generation: 0 } => promoted[0],
            _ => young,
        };
        open.Collection.SurvivorBytes = open switch
        {
            { Background: true } => old,
            { Generation: 0 } => promoted[0],
            { Generation: 1 } => young,
            _ => young + old,
        };
    }
}
