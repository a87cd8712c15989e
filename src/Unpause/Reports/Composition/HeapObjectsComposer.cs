using Unpause.Analysis.Heap;
using Unpause.Reports.Documents;

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
        Holders = [.. heap.Holders.Select(Held)],
    };

    private static HeldObjectsDocument Held(HeldObjects held) => new()
    {
        Type = held.Type,
        Text = held.Text,
        Objects = held.Objects,
        Bytes = held.Bytes,
        WithHeldObjects = held.AllObjects,
        WithHeldBytes = held.AllBytes,
        FreedBytes = held.FreedBytes,
        Mostly = held.Mostly,
        HeldBy = held.Chain,
        Root = HeldJson.NameOf(held.RootKind),
        RootField = held.RootName,
    };
}
