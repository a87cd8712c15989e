using System.Diagnostics;
using System.Runtime.Versioning;

namespace Unpause.Recorder.Cycles;

/// <summary>Takes garbage snapshots at the next collections of a running CPython process: <c>unpause cycles PID</c>.</summary>
public static class LiveCycleSnapshots
{
    /// <summary>Uses the agent loaded at the process's start, or loads it through sys.remote_exec.</summary>
    /// <param name="processId">Process id in this pid namespace.</param>
    /// <param name="snapshots">Maximum number of snapshots of each generation.</param>
    /// <param name="keep">The user's folder for the files; null to discard them.</param>
    /// <param name="notify">Called at the start with the method that is used.</param>
    /// <param name="notifyLeft">Called with what remains in the process, if anything does.</param>
    /// <param name="stop">Ends it early.</param>
    /// <exception cref="ObstacleException">Snapshots are not possible.</exception>
    [SupportedOSPlatform("linux")]
    public static LiveCycleResult Take(
        int processId, TimeSpan duration, int snapshots, string? keep, Action<string> notify, Action<string> notifyLeft,
        CancellationToken stop)
    {
        using var ways = WatchedFiles.Find(processId, notifyLeft, out var process);
        notify(ways.Name);
        var folder = LiveFolder.ForUs(keep);
        try
        {
            ways.Begin(snapshots);
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

    /// <summary>Waits, unless the process ends or the user stops.</summary>
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

/// <summary>Garbage snapshots of a running process; the files exist until this is disposed.</summary>
public sealed class LiveCycleResult : IDisposable
{
    private readonly LiveFolder? _folder;

    internal LiveCycleResult(LiveFolder folder, IReadOnlyList<string> files, IReadOnlyList<string> problems) =>
        (_folder, Files, NotRecorded) = (folder, files, problems);

    /// <summary>Paths of the files; empty when the process had no collection.</summary>
    public IReadOnlyList<string> Files { get; }

    /// <summary>What is missing and why, one sentence each.</summary>
    public IReadOnlyList<string> NotRecorded { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (OperatingSystem.IsLinux()) _folder?.Dispose();
    }
}

/// <summary>Takes one or two heap snapshots of a running CPython process: <c>unpause heap PID</c>.</summary>
public static class LivePythonHeap
{
    /// <summary>Uses the agent loaded at the process's start, or loads it through sys.remote_exec.</summary>
    /// <param name="processId">Process id in this pid namespace.</param>
    /// <param name="between">Time until a second snapshot; null for one snapshot.</param>
    /// <param name="notify">Called at the start with the method that is used.</param>
    /// <param name="notifyLeft">Called with what remains in the process, if anything does.</param>
    /// <param name="stop">Takes the second snapshot early.</param>
    /// <returns>One file or two, the earlier first.</returns>
    /// <exception cref="ObstacleException">Snapshots are not possible.</exception>
    [SupportedOSPlatform("linux")]
    public static LiveCycleResult Take(
        int processId, TimeSpan? between, Action<string> notify, Action<string> notifyLeft, CancellationToken stop)
    {
        using var ways = WatchedFiles.Find(processId, notifyLeft, out var process);
        notify(ways.Name);
        var folder = LiveFolder.ForUs(null);
        try
        {
            var files = new List<string> { ways.TakeHeap(folder, stop) };
            if (between is { } time)
            {
                LiveCycleSnapshots.Wait(process, time, stop);
                files.Add(ways.TakeHeap(folder, CancellationToken.None));
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
