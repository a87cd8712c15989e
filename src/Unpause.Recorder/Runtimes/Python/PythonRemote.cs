using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>
/// unpause's agent, loaded into a running process for one recording (agents/python/unpause_remote.py). It writes to a folder
/// of its user among its temporary files. A lock on a file there shows that its recorder lives.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class PythonRemote : IDisposable
{
    private const string Agent = "unpause_remote.py", Module = "unpause_remote";
    private const string Start = "python-start.py", Finish = "python-finish.py", Lock = "python-recorder";
    private const string Begun = "python-begun", Refused = "python-refused";
    private const string EndCall = $"import sys\nif '{Module}' in sys.modules: sys.modules['{Module}'].end()\n";
    private const int PauseMilliseconds = 10;
    private static readonly TimeSpan ToCome = TimeSpan.FromSeconds(5);

    /// <summary>The parts of the agent that it requires, besides the callback.</summary>
    private static readonly string[] Parts = [Agent, "unpause_agent.py", "unpause_facts.py"];

    private readonly ProcessView _process;
    private readonly LiveFolder _folder;
    private readonly SafeFileHandle _lock;
    private bool _ended;

    private PythonRemote(ProcessView process, LiveFolder folder, SafeFileHandle locked) =>
        (_process, _folder, _lock) = (process, folder, locked);

    /// <summary>What remains in the process, and until when; null when nothing does.</summary>
    public string? Left { get; private set; }

    /// <summary>Loads the agent, which then records the process.</summary>
    /// <exception cref="ObstacleException">That is not possible.</exception>
    public static PythonRemote Begin(ProcessView process)
    {
        var folder = LiveFolder.For(process);
        SafeFileHandle? locked = null;
        try
        {
            RemoteExecution.Give(folder, Lock, []);
            locked = folder.Handle.OpenFile(Lock, forWriting: true);
            if (locked is null || !FileCalls.TryLock(locked)) throw new ObstacleException($"{folder.Theirs}/{Lock} can't be locked");
            var agent = PythonSwitch.EmbeddedAgent.Where(part => IsNeeded(part.Key)).ToList();
            foreach (var (name, content) in agent) RemoteExecution.Give(folder, name, content);
            var call = $"n['begin']({RemoteExecution.Quoted(folder.Theirs)})";
            var script = RemoteExecution.Script($"{folder.Theirs}/{Agent}", Module, call);
            RemoteExecution.Give(folder, Start, script);
            RemoteExecution.Give(folder, Finish, Encoding.UTF8.GetBytes(EndCall));
            RemoteExecution.Run(process, $"{folder.Theirs}/{Start}");
            Await(process, folder);
            LiveFolder.RemoveNeverBegun(process);
            // The agent is loaded: its files are removed now, so that they can't be left behind.
            foreach (var name in agent.Select(part => part.Key).Append(Start)) folder.RemoveFile(name);
            return new PythonRemote(process, folder, locked);
        }
        catch
        {
            locked?.Dispose();
            folder.Dispose();
            throw;
        }
    }

    /// <summary>Removes what a killed recorder left in a process. Returns a sentence about it, or null when there was nothing.</summary>
    /// <exception cref="ObstacleException">The recorder still runs.</exception>
    public static string? EndLeftOver(ProcessView process) =>
        PythonRing.PathsIn(process).Select(ring => EndLeftOver(process, ring)).FirstOrDefault(done => done is not null);

    /// <summary>Removes the agent from the process, once.</summary>
    public void End()
    {
        if (_ended) return;
        _ended = true;
        if (!_process.IsAlive()) return;
        try
        {
            RemoteExecution.Run(_process, $"{_folder.Theirs}/{Finish}");
            if (IsGone(_process, _folder.Handle)) return;
            Left = $"process {_process.Id} has not yet executed the script that removes unpause's agent and {_folder.Theirs}: its main "
                + "thread does so when it executes Python again";
        }
        catch (ObstacleException e)
        {
            if (!_process.IsAlive()) return;
            Left = $"unpause's agent is still in process {_process.Id}, because {e.Message}; the "
                + $"next unpause record {_process.Id} removes it";
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        End();
        _lock.Dispose();
        // A remaining agent needs the script in the folder.
        if (Left is null) _folder.Dispose();
    }

    private static string? EndLeftOver(ProcessView process, string ring)
    {
        if (Path.GetDirectoryName(ring) is not { } place) return null;
        using var folder = ProcessFiles.Folder(process, place);
        using var locked = OpenLock(process, folder);
        if (folder is null || locked is null) return null;
        if (!FileCalls.TryLock(locked))
        {
            throw new ObstacleException(new Obstacle(
                $"another unpause is recording process {process.Id} by sys.remote_exec", "try again when it has ended"));
        }

        if (RemoteExecution.Obstacle(process, PythonLive.FromStart) is { } obstacle) throw new ObstacleException(obstacle);
        RemoteExecution.Run(process, $"{place}/{Finish}");
        if (!IsGone(process, folder))
            throw new ObstacleException(Blocked(process, "remove the agent that an unpause that was killed left in it"));
        LiveFolder.RemoveLeftOver(process, ring);
        return $"unpause's agent, left in process {process.Id} by an unpause that was killed, was removed first";
    }

    private static bool IsNeeded(string part) => Parts.Contains(part, StringComparer.Ordinal)
        || (part.StartsWith("unpause_gc.", StringComparison.Ordinal) && part.EndsWith(".so", StringComparison.Ordinal));

    private static SafeFileHandle? OpenLock(ProcessView process, FolderHandle? folder)
    {
        if (folder is null || folder.Facts.User != process.UserId) return null;
        return folder.FactsOf(Finish) is null ? null : folder.OpenFile(Lock, forWriting: true);
    }

    /// <summary>Whether the process executed the script that ends the recording, which then removes the file.</summary>
    private static bool IsGone(ProcessView process, FolderHandle folder)
    {
        var started = Stopwatch.GetTimestamp();
        while (folder.FactsOf(Finish) is not null && process.IsAlive())
        {
            if (Stopwatch.GetElapsedTime(started) > ToCome) return false;
            Thread.Sleep(PauseMilliseconds);
        }

        return true;
    }

    private static void Await(ProcessView process, LiveFolder folder)
    {
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < ToCome && process.IsAlive())
        {
            if (folder.Handle.FactsOf(Begun) is not null) return;
            if (folder.Handle.FactsOf(Refused) is not null)
                throw new ObstacleException($"process {process.Id} can't load unpause's agent: {RemoteExecution.Said(folder, Refused)}");
            Thread.Sleep(PauseMilliseconds);
        }

        if (!process.IsAlive()) throw new ObstacleException($"process {process.Id} has ended");
        RemoteExecution.TakeBack(process);
        // The process may have executed it meanwhile.
        if (folder.Handle.FactsOf(Begun) is not null) return;
        throw new ObstacleException(Blocked(process, "load unpause's agent"));
    }

    private static Obstacle Blocked(ProcessView process, string what) => new(
        $"process {process.Id} did not {what} within {ToCome.TotalSeconds:0} s: its main thread executes no Python code (it waits, or "
        + "executes C code), or is stopped",
        "try again when it executes Python code");
}
