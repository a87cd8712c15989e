namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>
/// Keeps the most recent part of a process's events. Two sessions overlap: a new one starts whenever the older one covers the whole
/// length, and the oldest is dropped. Each file is a recording of its own, so nothing is cut or rewritten.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class DotNetRing
{
    /// <summary>
    /// Records until stopped, or until its condition is met. The file contains at least the requested length, or everything if less was
    /// recorded.
    /// </summary>
    public static (string Name, string File, LiveEnd End, TimeSpan Duration, string? Seen) Record(
        ProcessView process, LiveFolder folder, TimeSpan stretch, LiveOptions options, CancellationToken stop, List<string> notes)
    {
        var number = 1;
        var older = DotNetSession.Start(process, folder, DotNetLive.FileName(process, number), options);
        DotNetSession? younger = null;
        string? unwatched = null;
        var turned = Stopwatch.GetTimestamp();
        try
        {
            options.Started?.Invoke(
                $"the last {Quantities.Duration(stretch.TotalNanoseconds)} of collections and "
                + $"pauses{(options.When is null ? ", until Ctrl-C" : DotNetLive.Until(options))}");
            var end = LiveWait.For(process, options.Duration, stop, Turn);
            var duration = older.Elapsed;
            // The younger one is checked too: it contains events that started while both ran.
            var seen = older.Seen ?? younger?.Seen;
            if ((unwatched ?? older.WatchProblem ?? younger?.WatchProblem) is { } missed) notes.Add(missed);
            if (older.Finish() is { } problem) notes.Add(problem);
            younger?.Discard();
            younger = null;
            return (older.Name, older.File, process.IsAlive() ? end : LiveEnd.ProcessEnded, duration, seen);
        }
        finally
        {
            younger?.Discard();
            older.Dispose();
        }

        LiveEnd? Turn()
        {
            if (older.HasEnded) return LiveEnd.ProcessEnded;
            if (older.SeenIsOver || younger?.SeenIsOver == true) return LiveEnd.Seen;
            // After the condition is met nothing is dropped any more.
            if ((older.Seen ?? younger?.Seen) is not null) return null;
            if (Stopwatch.GetElapsedTime(turned) < stretch) return null;
            turned = Stopwatch.GetTimestamp();
            var next = DotNetSession.Start(process, folder, DotNetLive.FileName(process, ++number), options);
            if (younger is not null)
            {
                unwatched ??= older.WatchProblem;
                older.Discard();
                older = younger;
            }

            younger = next;
            return null;
        }
    }
}
