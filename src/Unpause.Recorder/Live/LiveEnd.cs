namespace Unpause.Recorder.Live;

/// <summary>Why a live recording ended.</summary>
public enum LiveEnd
{
    /// <summary>The duration elapsed.</summary>
    TimeIsUp,

    /// <summary>The token was cancelled.</summary>
    Asked,

    ProcessEnded,

    /// <summary>The awaited pause or request occurred.</summary>
    Seen,
}

/// <summary>Waits during a recording.</summary>
[SupportedOSPlatform("linux")]
internal static class LiveWait
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(100);

    /// <summary>Waits until the duration elapses, the token is cancelled, the process ends, or <paramref name="each"/> ends it.</summary>
    /// <param name="duration">Maximum duration; null for no limit.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <param name="each">Called at each check; returns why the wait ends, or null.</param>
    /// <param name="look">Time between checks; by default 100 ms.</param>
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

    /// <summary>The same for a recording that may be looked at together with others (<see cref="LiveOptions.Looks"/>).</summary>
    public static LiveEnd For(ProcessView process, LiveOptions options, CancellationToken stop, Func<LiveEnd?>? each = null)
    {
        if (options.Looks is not { } looks) return For(process, options.Duration, stop, each);
        var started = Stopwatch.GetTimestamp();
        var end = new TaskCompletionSource<LiveEnd>();
        using var handle = ProcessHandle.Open(process.Id);
        using (looks.Add(Look, handle is null ? [] : [handle.Descriptor]))
        {
            WaitHandle.WaitAny([((IAsyncResult)end.Task).AsyncWaitHandle, stop.WaitHandle]);
        }

        return end.Task.IsCompleted ? end.Task.GetAwaiter().GetResult() : LiveEnd.Asked;

        bool Look(bool isReady)
        {
            try
            {
                if (handle is null ? !process.IsAlive() : isReady) return !end.TrySetResult(LiveEnd.ProcessEnded);
                if (each?.Invoke() is { } reason) return !end.TrySetResult(reason);
                return !(options.Duration - Stopwatch.GetElapsedTime(started) <= TimeSpan.Zero && end.TrySetResult(LiveEnd.TimeIsUp));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException or ObstacleException)
            {
                return !end.TrySetException(e);
            }
        }
    }
}
