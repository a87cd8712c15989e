using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>
/// Keeps the last stretch of a process: two sessions overlap, a new one begins whenever the older one has the whole stretch
/// behind it, and the oldest is dropped. Each file is a recording of its own, so nothing is cut or rewritten.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class DotNetRing
{
    /// <summary>
    /// Records until it is asked to end, or has seen what it waits for; the file holds at least the
    /// last stretch, or all where less was recorded.
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
            // The younger one is watched too: it sees what began while both ran.
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
            // What has been seen stays: nothing is dropped any more.
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
