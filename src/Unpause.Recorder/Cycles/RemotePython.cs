using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Recorder.Runtimes;
using Unpause.Recorder.Runtimes.Python;

namespace Unpause.Recorder.Cycles;

/// <summary>Loads the agent for garbage snapshots into a running CPython 3.14 or later through <see cref="RemoteExecution"/>.</summary>
[SupportedOSPlatform("linux")]
internal static class RemotePython
{
    private const string Agent = "unpause_cycles.py", Start = "start.py", Finish = "finish.py", Heap = "heap.py";
    private const string Refused = "cycles-refused.txt", Ended = "cycles-ended";
    private const string Way = "by sys.remote_exec";
    private const string FromStart = "start the program with: unpause cycles -- CMD…";
    private const int PauseMilliseconds = 20, ToFinishMilliseconds = 100;

    /// <summary>No snapshots until one is requested, then 200 ms apart; allocations are not counted.</summary>
    private const string Options = "0,200,20,5000000,40000,0";

    private static readonly TimeSpan ToBegin = TimeSpan.FromSeconds(5);

    /// <summary>Starts watching a process.</summary>
    /// <param name="notify">Called at the end with what remains in the process, if anything does.</param>
    /// <exception cref="ObstacleException">It is not possible.</exception>
    public static WatchedFiles Watch(ProcessView process, Action<string> notify)
    {
        if (RemoteExecution.Obstacle(process, FromStart) is { } obstacle) throw new ObstacleException(obstacle);
        var folder = LiveFolder.For(process);
        try
        {
            foreach (var (name, content) in PythonSwitch.EmbeddedAgent)
            {
                if (name.StartsWith("unpause_cycles.", StringComparison.Ordinal)) RemoteExecution.Give(folder, name, content);
            }

            RemoteExecution.Give(
                folder, Start, Script(folder, $"n['remote']({RemoteExecution.Quoted(folder.Theirs)}, '{Options}')"));
            RemoteExecution.Give(folder, Finish, Script(folder, "n['remote_end']()"));
            RemoteExecution.Give(
                folder, Heap, RemoteExecution.Script($"{folder.Theirs}/{Agent}", "unpause_cycles", "n['remote_heap']()"));
            RemoteExecution.Run(process, $"{folder.Theirs}/{Start}");
            var control = Await(process, folder);
            LiveFolder.RemoveNeverBegun(process);
            var handle = folder.Handle.Duplicate();
            return WatchedFiles.Open(
                process, handle, control, Way, () => End(process, folder, notify),
                () => RemoteExecution.Run(process, $"{folder.Theirs}/{Heap}"))
                ?? throw new ObstacleException($"process {process.Id} created no file in {folder.Theirs}");
        }
        catch
        {
            Clear(folder);
            throw;
        }
    }

    /// <summary>Removes what a killed recorder left in a process. Returns whether there was something.</summary>
    /// <param name="control">A file that the process has mapped.</param>
    /// <param name="notify">Called with what remains in the process, if anything does.</param>
    /// <exception cref="ObstacleException">The process can't be made to execute a script.</exception>
    public static bool EndLeftOver(ProcessView process, string control, Action<string> notify)
    {
        if (LiveFolder.TakeOver(process, Path.GetDirectoryName(control)!) is not { } folder) return false;
        // Without the script, the recorder was killed during its cleanup.
        if (IsThere(folder, Finish)) End(process, folder, notify);
        else Clear(folder);
        return true;
    }

    private static void End(ProcessView process, LiveFolder folder, Action<string> notify)
    {
        try
        {
            if (!process.IsAlive()) return;
            // Left by a killed recorder.
            folder.RemoveFile(Ended);
            RemoteExecution.Run(process, $"{folder.Theirs}/{Finish}");
            // CPython reads the script only when it executes it.
            var started = Stopwatch.GetTimestamp();
            while (folder.Handle.FactsOf(Ended) is null && process.IsAlive())
            {
                if (Stopwatch.GetElapsedTime(started) > ToBegin)
                {
                    folder.Leave();
                    notify($"process {process.Id} has not yet executed the script that removes "
                        + "unpause's agent. Its main thread does so when "
                        + "it executes Python again. "
                        + $"{folder.Theirs} stays until then; the next unpause cycles {process.Id} removes it");
                    return;
                }

                Thread.Sleep(PauseMilliseconds);
            }

            // An `unpause heap` may use the same file at the same time. Its snapshot may have started before the script was executed,
            // even if it has given up since. A child process writes to the folder until the snapshot is done.
            CycleSnapshots.Await(folder.Handle);
        }
        finally
        {
            Clear(folder);
        }
    }

    private static void Clear(LiveFolder folder)
    {
        if (!folder.IsLeft)
        {
            foreach (var name in folder.Handle.Names().ToList()) folder.RemoveFile(name);
        }

        folder.Dispose();
    }

    private static bool IsThere(LiveFolder folder, string name) => folder.Handle.FactsOf(name) is not null;

    private static byte[] Script(LiveFolder folder, string call) => RemoteExecution.Script(
        $"{folder.Theirs}/{Agent}", "unpause_cycles", $"{call}, n['remote_done']({RemoteExecution.Quoted($"{folder.Theirs}/{Ended}")})");

    private static string Control(ProcessView process, LiveFolder folder) =>
        folder.Handle.Names().FirstOrDefault(name => name.EndsWith(CycleFiles.OfProcess, StringComparison.Ordinal))
        ?? throw new ObstacleException($"process {process.Id} can't be inspected: {RemoteExecution.Said(folder, Refused)}");

    private static string Await(ProcessView process, LiveFolder folder)
    {
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < ToBegin && process.IsAlive())
        {
            if (folder.Handle.FactsOf(Ended) is null)
            {
                Thread.Sleep(PauseMilliseconds);
                continue;
            }

            folder.RemoveFile(Ended);
            return Control(process, folder);
        }

        RemoteExecution.TakeBack(process);
        // The script may have started just before.
        Thread.Sleep(ToFinishMilliseconds);
        if (folder.Handle.FactsOf(Ended) is not null) return Control(process, folder);
        throw new ObstacleException(new Obstacle(
            $"process {process.Id} did not execute the script within {ToBegin.TotalSeconds:0} s: its main thread executes no Python code, "
            + "or remote debugging is disabled in it", "try again when it executes Python code"));
    }
}
