using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Cycles;

/// <summary>Looks at the next collections of a live CPython program: <c>unpause cycles PID</c>.</summary>
public static class LiveCycleLooks
{
    /// <summary>Looks, by the agent that the program was started with, or by sys.remote_exec.</summary>
    /// <param name="processId">The process as we see it.</param>
    /// <param name="duration">How long.</param>
    /// <param name="looks">How many collections of each generation at most.</param>
    /// <param name="keep">The user's folder for what is seen; null: none.</param>
    /// <param name="tell">Takes by what way it is done, when it begins.</param>
    /// <param name="tellLeft">Takes what stays in the process, when something does.</param>
    /// <param name="stop">Ends it early.</param>
    /// <exception cref="ObstacleException">It can't be done.</exception>
    [SupportedOSPlatform("linux")]
    public static LiveCycleResult Take(
        int processId, TimeSpan duration, int looks, string? keep, Action<string> tell, Action<string> tellLeft,
        CancellationToken stop)
    {
        using var ways = WatchedFiles.Find(processId, tellLeft, out var process);
        tell(ways.Name);
        var folder = LiveFolder.ForUs(keep);
        try
        {
            ways.Begin(looks);
            Wait(process, duration, stop);
            var problems = new List<string>();
            if (!process.IsAlive()) problems.Add($"process {processId} ended during the recording");
            return new LiveCycleResult(folder, ways.End(folder, problems), problems);
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    /// <summary>Lets time pass, unless the process ends or the user has enough.</summary>
    [SupportedOSPlatform("linux")]
    internal static void Wait(ProcessView process, TimeSpan duration, CancellationToken stop)
    {
        const int pauseMilliseconds = 50;
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < duration && process.IsAlive())
        {
            if (stop.WaitHandle.WaitOne(pauseMilliseconds)) return;
        }
    }
}
