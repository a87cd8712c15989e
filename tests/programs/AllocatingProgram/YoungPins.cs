using System.Runtime.InteropServices;

namespace AllocatingProgram;

/// <summary>
/// Stands for buffers that are pinned for input or output while the program goes on allocating: each collection of a young generation
/// meets some thousands of them, few of which were there the time before.
/// </summary>
internal static class YoungPins
{
    private const int Pinned = 3_000, ReplacedARound = 20, Length = 1_000;

    public static void Run(int rounds, bool pinned)
    {
        var handles = new GCHandle[Pinned];
        var buffers = new byte[Pinned][];
        object? sink = null;
        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < ReplacedARound; i++)
            {
                var at = ((round * ReplacedARound) + i) % Pinned;
                if (handles[at].IsAllocated) handles[at].Free();
                buffers[at] = pinned || round * ReplacedARound < Pinned ? new byte[Length] : buffers[at];
                if (pinned) handles[at] = GCHandle.Alloc(buffers[at], GCHandleType.Pinned);
                for (var k = 0; k < 20; k++) sink = new byte[200];
            }
        }

        GC.KeepAlive(sink);
        GC.KeepAlive(buffers);
        foreach (var handle in handles)
        {
            if (handle.IsAllocated) handle.Free();
        }
    }
}
