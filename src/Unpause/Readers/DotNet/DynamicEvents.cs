using System.Runtime.InteropServices;
using Unpause.Recordings;

namespace Unpause.Readers.DotNet;

/// <summary>
/// GCDynamicEvent: a name and an opaque block, for events that the collector adds without a manifest (.NET 8 and
/// later). Blocks: dotnet/runtime, src/coreclr/gc/gcevents.h and the callers of FIRE_EVENT in src/coreclr/gc.
/// </summary>
internal static class DynamicEvents
{
    /// <summary>Takes an event. Returns whether it shows that the collector adapts its heaps to the program (DATAS).</summary>
    public static bool Apply(in RuntimeEvent e, Collection? collection)
    {
        var payload = new PayloadReader(e.Payload);
        var name = MemoryMarshal.Cast<byte, char>(payload.Utf16());
        var length = payload.UInt32();
        if (payload.Short || length > payload.Remaining) return false;
        if (collection is not null && name.SequenceEqual("CommittedUsage"))
        {
            collection.HeapCapacityBytes = Committed(payload.Rest[..(int)length]) ?? collection.HeapCapacityBytes;
        }

        return name.StartsWith("SizeAdaptation");
    }

    /// <summary>Version 1: in use, to be decommitted, free, free in the global pool, bookkeeping; 64 bits each.</summary>
    private static long? Committed(ReadOnlySpan<byte> block)
    {
        var payload = new PayloadReader(block);
        if (payload.UInt16() < 1) return null;
        long sum = 0;
        for (var i = 0; i < 5; i++) sum += payload.Int64();
        return payload.Short || sum < 0 ? null : sum;
    }
}
