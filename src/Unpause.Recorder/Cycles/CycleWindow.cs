using System.Buffers.Binary;
using Unpause.Recordings.Cycles;

namespace Unpause.Recorder.Cycles;

/// <summary>The counters of a watched process between two moments, as a file of the same format (agents/python/CYCLES.md).</summary>
internal static class CycleWindow
{
    private const int StartedAt = 16, UpdatedAt = 32, AllocatedAt = 56, BlocksAt = 64, GenerationsAt = 72, GenerationBytes = 40;
    private const int CountsOfGeneration = 4, SnapshotsAt = 256, SnapshotBytes = 40, SoFarInSnapshot = 32;

    /// <summary>Subtracts the earlier file from the later one.</summary>
    /// <param name="before">The file at the first moment.</param>
    /// <param name="after">The file at the second moment.</param>
    /// <param name="beganNanoseconds">The first moment, on the monotonic clock.</param>
    /// <param name="lastBefore">Number of the last snapshot before the first moment.</param>
    public static byte[] Subtract(ReadOnlySpan<byte> before, ReadOnlySpan<byte> after, long beganNanoseconds, int lastBefore)
    {
        var window = after[..WatchedProcess.FileBytes].ToArray();
        // StartedAt stays the start of watching: it distinguishes processes with the same id.
        Put(window, UpdatedAt, Get(window, StartedAt) + Math.Max(0, Get(after, UpdatedAt) - beganNanoseconds));
        foreach (var at in (int[])[AllocatedAt, BlocksAt]) Put(window, at, Math.Max(0, Get(after, at) - Get(before, at)));
        for (var generation = 0; generation < WatchedProcess.Generations; generation++)
        {
            for (var count = 0; count < CountsOfGeneration; count++)
            {
                var at = GenerationsAt + (generation * GenerationBytes) + (count * sizeof(long));
                Put(window, at, Math.Max(0, Get(after, at) - Get(before, at)));
            }
        }

        for (var at = SnapshotsAt; at + SnapshotBytes <= window.Length; at += SnapshotBytes)
        {
            var generation = window[at + sizeof(int)];
            if (BinaryPrimitives.ReadUInt32LittleEndian(window.AsSpan(at)) <= (uint)lastBefore) window.AsSpan(at, SnapshotBytes).Clear();
            else if (generation < WatchedProcess.Generations && Get(window, at + SoFarInSnapshot) >= 0)
            {
                var counted = Get(before, GenerationsAt + (generation * GenerationBytes) + sizeof(long));
                Put(window, at + SoFarInSnapshot, Math.Max(0, Get(window, at + SoFarInSnapshot) - counted));
            }
        }

        return window;
    }

    private static long Get(ReadOnlySpan<byte> file, int at) => BinaryPrimitives.ReadInt64LittleEndian(file[at..]);

    private static void Put(byte[] file, int at, long value) => BinaryPrimitives.WriteInt64LittleEndian(file.AsSpan(at), value);
}
