using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using System.Text;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>
/// Has a running CPython 3.14 or later execute a script by sys.remote_exec (PEP 768), which the same interpreter has to ask for: the
/// program's own file is run for that. The script runs in the program's main thread between two of its instructions.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class RemoteExecution
{
    private const string Ask = "import sys; sys.remote_exec(int(sys.argv[1]), sys.argv[2])";
    private const string TurnedOff = "PYTHON_DISABLE_REMOTE_DEBUG", TurnedOffByOption = "disable-remote-debug";
    private const string YamaFile = "/proc/sys/kernel/yama/ptrace_scope";

    // Replaces a script that the program has not come to: one that is gone by then would be told on its standard error.
    private const string Nothing = "/dev/null";
    private const int MostSaid = 300;
    private static readonly TimeSpan ToAsk = TimeSpan.FromSeconds(10);

    /// <summary>The first version that has it.</summary>
    public static Version First { get; } = new(3, 14);

    /// <summary>What keeps a script from the process, as far as can be seen from outside; null when nothing does.</summary>
    /// <param name="process">The process.</param>
    /// <param name="fromStart">How the program is started instead.</param>
    public static Obstacle? Obstacle(ProcessView process, string fromStart)
    {
        if (process.SharesOurFiles != true)
            return new Obstacle($"process {process.Id} is in a container or another root", $"run unpause in there, or {fromStart}");
        var path = process.Executable;
        if (path is null || !Path.GetFileName(path).StartsWith("python", StringComparison.Ordinal))
            return new Obstacle($"what process {process.Id} executes is no interpreter that could be asked", fromStart);
        if (!TrustedPath.IsFile(path))
        {
            return new Obstacle(
                $"{path} is gone or may be changed by others, so unpause doesn't run it",
                $"run unpause as the program's user, or {fromStart}");
        }

        if (!string.IsNullOrEmpty(process.Variable(TurnedOff)))
            return OffBy(process, TurnedOff, fromStart);
        if (IsTurnedOff(process.Arguments))
            return OffBy(process, $"-X {TurnedOffByOption}", fromStart);
        return MayWrite(process) ? null : OfKernel(process, fromStart);
    }

    /// <summary>Whether an interpreter's own options turn it off.</summary>
    /// <param name="arguments">Its arguments, the interpreter first.</param>
    public static bool IsTurnedOff(IReadOnlyList<string> arguments)
    {
        for (var i = 1; i < arguments.Count && arguments[i] is ['-', not '-', ..] word && word is not ("-c" or "-m"); i++)
        {
            // One word may have several letters: those before X take nothing.
            var at = word.IndexOf('X', StringComparison.Ordinal);
            if (word[1] == 'W' && word.Length == 2) i++;
            if (at < 1 || word[1] == 'W') continue;
            var option = at + 1 < word.Length ? word[(at + 1)..] : ++i < arguments.Count ? arguments[i] : "";
            if (option.Split('=')[0] == TurnedOffByOption) return true;
        }

        return false;
    }

    /// <summary>A script that executes a file of the agent's, and leaves no name behind in the program.</summary>
    /// <param name="path">The file's path for the program.</param>
    /// <param name="module">What it takes itself for.</param>
    /// <param name="call">An expression, in which <c>n</c> has the file's names.</param>
    public static byte[] Script(string path, string module, string call) => Encoding.UTF8.GetBytes(
        $"(lambda n: (exec(compile(open({Quoted(path)}).read(), {Quoted(path)}, 'exec'), n), {call}))"
        + $"({{'__name__': '{module}', '__file__': {Quoted(path)}}})\n");

    /// <summary>A path in a script: names of folders that are ours have none of the letters that would need more.</summary>
    public static string Quoted(string path) => $"'{path}'";

    /// <summary>Makes a file that the process may read.</summary>
    /// <exception cref="ObstacleException">It can't be made.</exception>
    public static void Give(LiveFolder folder, string name, byte[] content)
    {
        using var file = folder.Handle.MakeFile(name) ?? throw new ObstacleException($"{folder.Theirs}/{name} can't be made");
        RandomAccess.Write(file, content, 0);
    }

    /// <summary>Asks the process to execute a script when it comes to it; of two that wait the later one.</summary>
    /// <param name="process">The process, without <see cref="Obstacle"/>.</param>
    /// <param name="script">Its path.</param>
    /// <exception cref="ObstacleException">It can't be asked.</exception>
    public static void Run(ProcessView process, string script)
    {
        var interpreter = process.Executable ?? throw new ObstacleException($"process {process.Id} has ended");
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

    /// <summary>Takes a script back that the process has not come to.</summary>
    public static void TakeBack(ProcessView process)
    {
        try
        {
            if (process.IsAlive()) Run(process, Nothing);
        }
        catch (ObstacleException)
        {
            // It has ended, or what let us in before doesn't any more; then the script stays asked for, and is told where it is gone.
        }
    }

    /// <summary>What a script left in a file of the folder, to be told.</summary>
    public static string Said(LiveFolder folder, string name)
    {
        using var file = folder.Handle.OpenFile(name);
        return file is not null && FirstBytes.Of(file, MostSaid) is { } said ? Encoding.UTF8.GetString(said).Trim() : "nothing says why";
    }

    /// <summary>Opening its memory asks the kernel what writing to it will: for the rights of a debugger.</summary>
    private static bool MayWrite(ProcessView process)
    {
        try
        {
            using var memory = File.OpenHandle(string.Create(CultureInfo.InvariantCulture, $"/proc/{process.Id}/mem"));
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static Obstacle OffBy(ProcessView process, string what, string fromStart) =>
        new($"remote debugging is off in process {process.Id} ({what})", $"start it without that, or {fromStart}");

    private static Obstacle OfKernel(ProcessView process, string fromStart)
    {
        var scope = UnlockedFile.Read(YamaFile, 1) is [var digit and not (byte)'0'] ? (char)digit : (char?)null;
        return new Obstacle(
            scope is null
                ? $"the kernel lets nobody but root (CAP_SYS_PTRACE) into process {process.Id}"
                : $"the kernel lets only root (CAP_SYS_PTRACE) into other processes (kernel.yama.ptrace_scope is {scope})",
            $"run unpause as root, or {fromStart}");
    }
}
