using System.Runtime.InteropServices;
using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// GCDynamicEvent: a name and an opaque block, for events that the collector adds without a manifest (.NET 8 and
/// later). Blocks: dotnet/runtime, src/coreclr/gc/gcevents.h and the callers of FIRE_EVENT in src/coreclr/gc.
/// </summary>
internal static class DynamicEvents
{
    /// <summary>Takes an event. Returns whether it shows that the collector adapts its heaps to the application (DATAS).</summary>
    public static bool Apply(in RuntimeEvent e, OpenCollection? open, RecordingBuilder recording)
    {
        var payload = new PayloadReader(e.Payload);
        var name = MemoryMarshal.Cast<byte, char>(payload.Utf16());
        var length = payload.UInt32();
        if (payload.Short || length > payload.Remaining) return false;
        var block = payload.Rest[..(int)length];
        if (open is not null && name.SequenceEqual("CommittedUsage")) TakeCommitted(block, open);
        if (name.SequenceEqual("SizeAdaptationTuning")) TakeTuning(block, recording);
        return name.StartsWith("SizeAdaptation");
    }

    /// <summary>Version 1: in use, to be decommitted, free, free in the global pool, bookkeeping; 64 bits each.</summary>
    private static void TakeCommitted(ReadOnlySpan<byte> block, OpenCollection open)
    {
        var payload = new PayloadReader(block);
        if (payload.UInt16() < 1) return;
        var used = payload.Int64();
        var free = payload.Int64() + payload.Int64() + payload.Int64();
        var bookkeeping = payload.Int64();
        if (payload.Short || used < 0 || free < 0 || bookkeeping < 0 || used + free + bookkeeping < 0) return;
        // Reported at its start and at its end: the maximum counts.
        open.Collection.HeapCapacityBytes = Math.Max(open.Collection.HeapCapacityBytes ?? 0, used + free + bookkeeping);
        open.Set(CollectionFact.CommittedInUseBytes, used);
        open.Set(CollectionFact.CommittedFreeBytes, free);
        open.Set(CollectionFact.CommittedBookkeepingBytes, bookkeeping);
    }

    /// <summary>
    /// Version 1: heaps from now on, bounds for them by the sizes of the generations (16 bits each), number of the collection, stable size
    /// (64 bits each), median throughput cost in percent (32-bit floating point), and what the decision rests on.
    /// </summary>
    private static void TakeTuning(ReadOnlySpan<byte> block, RecordingBuilder recording)
    {
        var payload = new PayloadReader(block);
        if (payload.UInt16() < 1) return;
        var heaps = payload.UInt16();
        payload.Skip(2 + 2 + 8 + 8);
        var cost = BitConverter.Int32BitsToSingle(payload.Int32());
        if (payload.Short || heaps == 0 || !(cost >= 0 && cost <= 100)) return;
        recording.HeapCountDecisions.Add(new HeapCountDecision(heaps, cost));
    }
}
