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
    /// <summary>Records until it is asked to end; the file holds at least the last stretch, or all where less was recorded.</summary>
    public static (string File, LiveEnd End, TimeSpan Duration) Record(
        ProcessView process, LiveFolder folder, TimeSpan stretch, LiveOptions options, CancellationToken stop, List<string> notes)
    {
        var number = 1;
        var older = DotNetSession.Start(process, DotNetLive.FileIn(folder, process, number), options);
        DotNetSession? younger = null;
        var turned = Stopwatch.GetTimestamp();
        try
        {
            options.Started?.Invoke($"the last {Quantities.Duration(stretch.TotalNanoseconds)} of collections and pauses, until Ctrl-C");
            var end = LiveWait.For(process, options.Duration, stop, Turn);
            var duration = older.Elapsed;
            if (older.Finish() is { } problem) notes.Add(problem);
            younger?.Discard();
            younger = null;
            return (older.File, process.IsAlive() ? end : LiveEnd.ProcessEnded, duration);
        }
        finally
        {
            younger?.Discard();
            older.Dispose();
        }

        bool Turn()
        {
            if (older.HasEnded) return true;
            if (Stopwatch.GetElapsedTime(turned) < stretch) return false;
            turned = Stopwatch.GetTimestamp();
            var next = DotNetSession.Start(process, DotNetLive.FileIn(folder, process, ++number), options);
            if (younger is not null)
            {
                older.Discard();
                older = younger;
            }

            younger = next;
            return false;
        }
    }
}
