using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using System.Text;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder.Cycles;

/// <summary>
/// Loads the agent into a running CPython 3.14 or later by sys.remote_exec (PEP 768), which the same interpreter has to ask for: the
/// program's own file is run for that. The script runs in the program between two of its instructions.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class RemotePython
{
    private const string Agent = "unpause_cycles.py", Start = "start.py", Finish = "finish.py";
    private const string Refused = "cycles-refused.txt", Ended = "cycles-ended";
    private const string Way = "by sys.remote_exec";
    private const string Ask = "import sys; sys.remote_exec(int(sys.argv[1]), sys.argv[2])";
    private const int PauseMilliseconds = 20, MostSaid = 300;

    /// <summary>Looks of a generation and milliseconds between the first; nothing until asked. Allocations are not counted.</summary>
    private const string Options = "0,200,20,5000000,40000,0";

    private static readonly TimeSpan ToAsk = TimeSpan.FromSeconds(10), ToBegin = TimeSpan.FromSeconds(5);

    /// <summary>Has a process watched.</summary>
    /// <exception cref="ObstacleException">It can't be.</exception>
    public static WatchedFiles Watch(ProcessView process)
    {
        var interpreter = Interpreter(process);
        var folder = LiveFolder.For(process);
        try
        {
            foreach (var (name, content) in PythonSwitch.EmbeddedAgent)
            {
                if (name.StartsWith("unpause_cycles.", StringComparison.Ordinal)) Give(folder, process, name, content);
            }

            Give(folder, process, Start, Script(folder, $"n['remote']({Quoted(folder.Theirs)}, '{Options}')"));
            Give(folder, process, Finish, Script(folder, "n['remote_end']()"));
            Run(process, interpreter, $"{folder.Theirs}/{Start}");
            var control = Await(process, folder);
            var handle = FolderHandle.Open(folder.Handle.Path) ?? throw new ObstacleException($"{folder.Theirs} can't be opened");
            return WatchedFiles.Open(process, handle, control, Way, () => End(process, interpreter, folder))
                ?? throw new ObstacleException($"process {process.Id} made no file of its own in {folder.Theirs}");
        }
        catch
        {
            Clear(folder);
            throw;
        }
    }

    private static void End(ProcessView process, string interpreter, LiveFolder folder)
    {
        if (process.IsAlive())
        {
            Run(process, interpreter, $"{folder.Theirs}/{Finish}");
            // The script is read when the program comes to it.
            var started = Stopwatch.GetTimestamp();
            while (IsThere(folder, Finish) && folder.Handle.FactsOf(Ended) is null && Stopwatch.GetElapsedTime(started) < ToBegin)
                Thread.Sleep(PauseMilliseconds);
        }

        Clear(folder);
    }

    private static void Clear(LiveFolder folder)
    {
        foreach (var name in folder.Handle.Names().ToList()) folder.RemoveFile(name);
        folder.Dispose();
    }

    private static bool IsThere(LiveFolder folder, string name) => folder.Handle.FactsOf(name) is not null;

    /// <summary>The program's file, which is run with our rights: nobody else may be able to change it.</summary>
    private static string Interpreter(ProcessView process)
    {
        if (process.SharesOurFiles != true)
        {
            throw new ObstacleException(new Obstacle(
                $"process {process.Id} is in a container or another root",
                "run unpause in there, or start the program with: unpause cycles -- CMD…"));
        }

        var path = process.Executable ?? throw new ObstacleException($"the file of process {process.Id} is not known");
        return File.Exists(path) && TrustedPath.Is(Path.GetDirectoryName(path)!)
            ? path
            : throw new ObstacleException(
                new Obstacle($"{path} may be changed by others, so it isn't run", "run unpause as the program's user"));
    }

    private static void Give(LiveFolder folder, ProcessView process, string name, byte[] content)
    {
        using var file = folder.Handle.MakeFile(name) ?? throw new ObstacleException($"{folder.Theirs}/{name} can't be made");
        RandomAccess.Write(file, content, 0);
        if (process.UserId != FileCalls.OwnUser()) FileCalls.Give((int)file.DangerousGetHandle(), process.UserId, process.GroupId);
    }

    /// <summary>A script that leaves no name behind in the program.</summary>
    private static byte[] Script(LiveFolder folder, string call)
    {
        var path = Quoted($"{folder.Theirs}/{Agent}");
        var ended = Quoted($"{folder.Theirs}/{Ended}");
        return Encoding.UTF8.GetBytes(
            $"(lambda n: (exec(compile(open({path}).read(), {path}, 'exec'), n), {call}, open({ended}, 'w').close()))"
            + $"({{'__name__': 'unpause_cycles', '__file__': {path}}})\n");
    }

    // The folder's name is ours and has none of the letters that would need more.
    private static string Quoted(string path) => $"'{path}'";

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
            var name = folder.Handle.Names().FirstOrDefault(name => name.EndsWith(CycleFiles.OfProcess, StringComparison.Ordinal));
            return name ?? throw new ObstacleException($"process {process.Id} can't be looked at: {Reason(folder)}");
        }

        throw new ObstacleException(new Obstacle(
            $"process {process.Id} did not come to the script in {ToBegin.TotalSeconds:0} s: its main thread waits outside of Python, or "
            + "remote debugging is off in it", "try again when it works"));
    }

    private static string Reason(LiveFolder folder)
    {
        using var file = folder.Handle.OpenFile(Refused);
        return file is not null && FirstBytes.Of(file, MostSaid) is { } said ? Encoding.UTF8.GetString(said).Trim() : "nothing says why";
    }

    private static void Run(ProcessView process, string interpreter, string script)
    {
        var start = new ProcessStartInfo(interpreter)
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        foreach (var word in (string[])["-I", "-S", "-c", Ask, process.Id.ToString(CultureInfo.InvariantCulture), script])
            start.ArgumentList.Add(word);
        using var asking = Process.Start(start) ?? throw new ObstacleException($"{interpreter} can't be started");
        var said = asking.StandardError.ReadToEndAsync();
        if (!asking.WaitForExit(ToAsk))
        {
            asking.Kill();
            throw new ObstacleException($"{interpreter} did not answer in {ToAsk.TotalSeconds:0} s");
        }

        if (asking.ExitCode == 0) return;
        var last = said.Result.Trim().Split('\n')[^1];
        throw new ObstacleException($"sys.remote_exec of process {process.Id} failed: {last[..Math.Min(MostSaid, last.Length)]}");
    }
}
