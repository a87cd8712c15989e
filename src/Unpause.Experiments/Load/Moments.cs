using System.Diagnostics;
using System.Runtime.Versioning;

namespace Unpause.Experiments.Load;

/// <summary>Waits more precisely than <see cref="Thread.Sleep(int)"/>, whose resolution is one millisecond.</summary>
[SupportedOSPlatform("linux")]
internal static unsafe class Moments
{
    private const int MonotonicClock = 1, AbsoluteTime = 1;
    private const long Second = 1_000_000_000;

    // Cancellation must not wait for the next arrival, which may be far off.
    private const long Longest = Second / 4;

    /// <summary>Waits for a <see cref="Stopwatch"/> timestamp, which is in nanoseconds of CLOCK_MONOTONIC on Linux.</summary>
    /// <param name="stop">Ends the wait early.</param>
    public static void WaitUntil(long timestamp, CancellationToken stop)
    {
        var moment = stackalloc long[2];
        for (var now = Stopwatch.GetTimestamp(); now < timestamp && !stop.IsCancellationRequested; now = Stopwatch.GetTimestamp())
        {
            (moment[0], moment[1]) = Math.DivRem(Math.Min(timestamp, now + Longest), Second);
            if (LibC.SleepUntil(MonotonicClock, AbsoluteTime, moment, null) is not (0 or LibC.Eintr)) Thread.Sleep(1);
        }
    }
}
