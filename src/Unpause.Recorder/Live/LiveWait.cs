using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Live;

/// <summary>Waits while a process is recorded.</summary>
[SupportedOSPlatform("linux")]
internal static class LiveWait
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(100);

    /// <summary>Waits until the time is up, the token is cancelled, the process has ended, or <paramref name="each"/> says so.</summary>
    /// <param name="process">The process.</param>
    /// <param name="duration">How long at most; null without end.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <param name="each">Called each time that is looked; why there is nothing more to wait for, or null.</param>
    /// <param name="look">How often that is; 100 ms where nothing is said.</param>
    public static LiveEnd For(
        ProcessView process, TimeSpan? duration, CancellationToken stop, Func<LiveEnd?>? each = null, TimeSpan? look = null)
    {
        var pause = look ?? Look;
        var started = Stopwatch.GetTimestamp();
        using var handle = ProcessHandle.Open(process.Id);
        while (true)
        {
            if (handle?.HasEnded() ?? !process.IsAlive()) return LiveEnd.ProcessEnded;
            if (each?.Invoke() is { } reason) return reason;
            var left = duration - Stopwatch.GetElapsedTime(started);
            if (left <= TimeSpan.Zero) return LiveEnd.TimeIsUp;
            if (stop.WaitHandle.WaitOne(left < pause ? left.Value : pause)) return LiveEnd.Asked;
        }
    }
}
