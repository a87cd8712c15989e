using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Unpause.Requests.Attribution.Join;

/// <summary>
/// Stopped time in many requests, eight at a time. Neighbours in a log are mostly near the same two pauses, and then
/// take the same few steps without a branch, touched or not; only where they leave that window is a pause looked up.
/// </summary>
internal sealed class PauseSweep(PauseTimeline pauses)
{
    /// <summary>How many requests to ask for at a time, so that what is made of them stays in the nearest cache.</summary>
    public const int Block = 2048;

    private PauseWindow _window = PauseWindow.Nowhere;

    /// <summary>Fills the stopped time in each request.</summary>
    /// <param name="starts">Arrivals in nanoseconds, in any order; a log's order, by completion or arrival, is the fastest.</param>
    /// <param name="durations">Latencies, not negative.</param>
    /// <param name="stopped">As many.</param>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)] // Run for long: it must be fast the first time.
    public void Fill(ReadOnlySpan<long> starts, ReadOnlySpan<long> durations, Span<long> stopped)
    {
        for (var i = 0; ;)
        {
            i += InWindow(_window, starts[i..], durations[i..], stopped[i..]);
            var next = Math.Min(i + Vector512<long>.Count, stopped.Length);
            if (i == next) return;
            _window = pauses.WindowAt(Earliest(starts[i..next]));
            var held = InWindow(_window, starts[i..], durations[i..], stopped[i..]);
            i += held;
            for (; held == 0 && i < next; i++) stopped[i] = pauses.Stopped(starts[i], starts[i] + durations[i]);
        }
    }

    /// <summary>Fills the requests in the window, without a call in the loop, and returns how many these are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    private static int InWindow(in PauseWindow window, ReadOnlySpan<long> starts, ReadOnlySpan<long> durations, Span<long> stopped)
    {
        ref var start = ref MemoryMarshal.GetReference(starts);
        ref var duration = ref MemoryMarshal.GetReference(durations);
        ref var result = ref MemoryMarshal.GetReference(stopped);
        var (earliest, latest) = (Vector512.Create(window.From), Vector512.Create(window.To));
        var (firstStart, firstEnd) = (Vector512.Create(window.FirstStart), Vector512.Create(window.FirstEnd));
        var (secondStart, secondEnd) = (Vector512.Create(window.SecondStart), Vector512.Create(window.SecondEnd));
        nint i = 0;
        for (; i <= stopped.Length - Vector512<long>.Count; i += Vector512<long>.Count)
        {
            var from = Vector512.LoadUnsafe(ref start, (nuint)i);
            var to = from + Vector512.LoadUnsafe(ref duration, (nuint)i);
            if (Vector512.LessThanAny(from, earliest) || Vector512.GreaterThanAny(to, latest)) break;
            var first = Vector512.Min(to, firstEnd) - Vector512.Max(from, firstStart);
            var second = Vector512.Min(to, secondEnd) - Vector512.Max(from, secondStart);
            (Vector512.Max(first, Vector512<long>.Zero) + Vector512.Max(second, Vector512<long>.Zero)).StoreUnsafe(ref result, (nuint)i);
        }

        return (int)i;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static long Earliest(ReadOnlySpan<long> starts)
    {
        var earliest = starts[0];
        foreach (var start in starts) earliest = Math.Min(earliest, start);
        return earliest;
    }
}

/// <summary>Two neighbouring pauses and the time around them without another: in it, stopped time needs no look-up.</summary>
/// <param name="From">Where the pause before the first ends.</param>
/// <param name="To">Where the pause after the second starts.</param>
/// <param name="FirstStart">Start of the first pause. One that does not exist has no length.</param>
/// <param name="FirstEnd">End of the first pause.</param>
/// <param name="SecondStart">Start of the second pause.</param>
/// <param name="SecondEnd">End of the second pause.</param>
internal readonly record struct PauseWindow(long From, long To, long FirstStart, long FirstEnd, long SecondStart, long SecondEnd)
{
    /// <summary>Contains no instant.</summary>
    public static PauseWindow Nowhere { get; } = new(long.MaxValue, long.MinValue, 0, 0, 0, 0);
}
