using Unpause.Analysis.Heap;
using Unpause.Reports.Documents;
using Unpause.Reports.Documents.Json;
using Unpause.Reports.Heap;

namespace Unpause.Reports.Composition;

/// <summary>All objects of a heap and what retains them.</summary>
internal static class HeapObjectsComposer
{
    private const int MostTypes = 50;

    /// <summary>The objects; null where they were not listed.</summary>
    public static HeapObjectsDocument? Compose(HeapContent? heap) => heap is null ? null : new()
    {
        Objects = heap.Objects,
        Bytes = heap.Bytes,
        StopMs = heap.StopNanoseconds is { } stop ? new Milliseconds(stop) : null,
        Types =
        [
            .. heap.Types.Take(MostTypes)
                .Select(type => new HeapTypeDocument { Type = type.Name, Objects = type.Objects, Bytes = type.Bytes }),
        ],
        Retained = [.. heap.Holders.Select(Held)],
    };

    private static RetainedObjectsDocument Held(HeldObjects held) => new()
    {
        Type = held.Type,
        PathText = held.Text,
        Objects = held.Objects,
        Bytes = held.Bytes,
        RetainedObjects = held.AllObjects,
        RetainedBytes = held.AllBytes,
        FreedBytes = held.FreedBytes,
        DominantType = held.Mostly,
        RetainedBy = held.Chain,
        Root = HeldJson.NameOf(held.RootKind),
        RootField = held.RootName,
    };
}
