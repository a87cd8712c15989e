using System.Runtime.Versioning;
using Unpause.Recorder.Live;

namespace Unpause.Recorder.Cycles;

/// <summary>Looks at the heap of a live CPython program, once or twice: <c>unpause heap PID</c>.</summary>
public static class LivePythonHeap
{
    /// <summary>Looks, by the agent that the program was started with, or by sys.remote_exec.</summary>
    /// <param name="processId">The process as we see it.</param>
    /// <param name="between">The time until a second look; null: there is none.</param>
    /// <param name="tell">Takes by what way it is done, when it begins.</param>
    /// <param name="tellLeft">Takes what stays in the process, when something does.</param>
    /// <param name="stop">Has the second look come early.</param>
    /// <returns>One file or two, the earlier first.</returns>
    /// <exception cref="ObstacleException">It can't be done.</exception>
    [SupportedOSPlatform("linux")]
    public static LiveCycleResult Take(
        int processId, TimeSpan? between, Action<string> tell, Action<string> tellLeft, CancellationToken stop)
    {
        using var ways = WatchedFiles.Find(processId, tellLeft, out var process);
        tell(ways.Name);
        var folder = LiveFolder.ForUs(null);
        try
        {
            var files = new List<string> { ways.LookAtHeap(folder, stop) };
            if (between is { } time)
            {
                LiveCycleLooks.Wait(process, time, stop);
                files.Add(ways.LookAtHeap(folder, CancellationToken.None));
            }

            return new LiveCycleResult(folder, files, []);
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }
}
