using System.Runtime.Versioning;
using Unpause.Recorder.Live;

namespace Unpause.Recorder.Cycles;

/// <summary>Takes one or two heap snapshots of a running CPython process: <c>unpause heap PID</c>.</summary>
public static class LivePythonHeap
{
    /// <summary>Uses the agent loaded at the process's start, or loads it through sys.remote_exec.</summary>
    /// <param name="processId">Process id in this pid namespace.</param>
    /// <param name="between">Time until a second snapshot; null for one snapshot.</param>
    /// <param name="tell">Called at the start with the method that is used.</param>
    /// <param name="tellLeft">Called with what remains in the process, if anything does.</param>
    /// <param name="stop">Takes the second snapshot early.</param>
    /// <returns>One file or two, the earlier first.</returns>
    /// <exception cref="ObstacleException">Snapshots are not possible.</exception>
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
