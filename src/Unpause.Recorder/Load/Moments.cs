using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Load;

/// <summary>Waits for moments more exactly than <see cref="Thread.Sleep(int)"/>, which knows whole milliseconds.</summary>
[SupportedOSPlatform("linux")]
internal static unsafe class Moments
{
    private const int MonotonicClock = 1, AbsoluteTime = 1;
    private const long Second = 1_000_000_000;

    // Whoever asks us to end must not wait for the next arrival, which may be far off.
    private const long Longest = Second / 4;

    /// <summary>Waits until a moment of <see cref="Stopwatch"/>, which counts nanoseconds of CLOCK_MONOTONIC on Linux.</summary>
    /// <param name="timestamp">The moment.</param>
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
