using System.Runtime.Versioning;
using System.Text;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>
/// Makes a running CPython 3.14 or later execute a script like sys.remote_exec (PEP 768), through <see cref="RemoteDebugging"/>. The script
/// runs in the program's main thread between two of its instructions. unpause executes no file of the process: between a check and the
/// execution the process can execute another program, with the same id and start time.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class RemoteExecution
{
    private const string TurnedOff = "PYTHON_DISABLE_REMOTE_DEBUG", TurnedOffByOption = "disable-remote-debug";
    private const string YamaFile = "/proc/sys/kernel/yama/ptrace_scope";

    // Replaces a pending script. If the script's file were missing, CPython would print an error to the program's standard error.
    private const string Nothing = "/dev/null";
    private const int MostSaid = 300;

    /// <summary>The first version with remote debugging.</summary>
    public static Version First { get; } = new(3, 14);

    /// <summary>What prevents a script, as far as visible from outside; null when nothing does.</summary>
    /// <param name="fromStart">How to start the program instead, as advice.</param>
    public static Obstacle? Obstacle(ProcessView process, string fromStart)
    {
        // Opening the memory requires the same right as writing to it: that of a debugger.
        try
        {
            using var memory = OpenMemory(process);
            if (memory is null) return process.IsAlive() ? OfKernel(process, fromStart) : Ended(process);
            return Refusal(process, RemoteDebugging.Look(memory), fromStart);
        }
        catch (IOException e)
        {
            return NoHelper(process, e, fromStart);
        }
    }

    /// <summary>Whether an interpreter's own options disable it.</summary>
    /// <param name="arguments">Its arguments, the interpreter first.</param>
    public static bool IsTurnedOff(IReadOnlyList<string> arguments)
    {
        for (var i = 1; i < arguments.Count && arguments[i] is ['-', not '-', ..] word && word is not ("-c" or "-m"); i++)
        {
            // One word may contain several letters: those before X have no value.
            var at = word.IndexOf('X', StringComparison.Ordinal);
            if (word[1] == 'W' && word.Length == 2) i++;
            if (at < 1 || word[1] == 'W') continue;
            var option = at + 1 < word.Length ? word[(at + 1)..] : ++i < arguments.Count ? arguments[i] : "";
            if (option.Split('=')[0] == TurnedOffByOption) return true;
        }

        return false;
    }

    /// <summary>A script that executes a file of the agent, and leaves no name behind in the program.</summary>
    /// <param name="path">The file's path as the program sees it.</param>
    /// <param name="call">An expression, in which <c>n</c> contains the file's names.</param>
    public static byte[] Script(string path, string module, string call) => Encoding.UTF8.GetBytes(
        $"(lambda n: (exec(compile(open({Quoted(path)}).read(), {Quoted(path)}, 'exec'), n), {call}))"
        + $"({{'__name__': '{module}', '__file__': {Quoted(path)}}})\n");

    /// <summary>A path in a script: names of unpause's folders contain no characters that need escapes.</summary>
    public static string Quoted(string path) => $"'{path}'";

    /// <summary>Creates a file that the process may read.</summary>
    /// <exception cref="ObstacleException">It can't be created.</exception>
    public static void Give(LiveFolder folder, string name, byte[] content)
    {
        using var file = folder.Handle.MakeFile(name) ?? throw new ObstacleException($"{folder.Theirs}/{name} can't be created");
        RandomAccess.Write(file, content, 0);
    }

    /// <summary>Makes the process execute a script at its next opportunity; of two pending scripts the later one.</summary>
    /// <param name="script">The script's path, as the process sees it.</param>
    /// <exception cref="ObstacleException">It is not possible.</exception>
    public static void Run(ProcessView process, string script)
    {
        try
        {
            using var memory = OpenMemory(process);
            if (memory is null)
                throw new ObstacleException(process.IsAlive() ? OfKernel(process, PythonLive.FromStart) : Ended(process));
            var result = RemoteDebugging.Ask(memory, script);
            if (Refusal(process, result, PythonLive.FromStart) is { } refused) throw new ObstacleException(refused);
        }
        catch (IOException e)
        {
            throw new ObstacleException(NoHelper(process, e, PythonLive.FromStart));
        }
    }

    /// <summary>Withdraws a script that the process has not executed yet.</summary>
    public static void TakeBack(ProcessView process)
    {
        try
        {
            if (process.IsAlive()) Run(process, Nothing);
        }
        catch (ObstacleException)
        {
            // It has ended, or access is now denied. Then the script stays pending, and CPython reports it if its file is gone.
        }
    }

    /// <summary>The message that a script left in a file of the folder.</summary>
    public static string Said(LiveFolder folder, string name)
    {
        using var file = folder.Handle.OpenFile(name);
        return file is not null && FirstBytes.Read(file, MostSaid) is { } said
            ? Encoding.UTF8.GetString(said).Trim()
            : "the reason is not known";
    }

    /// <summary>
    /// Opens the memory of the process and its map; null without access, or when the process has changed since it was inspected.
    /// </summary>
    /// <remarks>
    /// Both descriptors keep the address space that the process had when they were opened (proc_mem_open in the kernel's fs/proc/base.c):
    /// after an execve they lead to the old one, which is empty, and never to the new program. A program with other rights than
    /// the inspected process, because it was executed before, is rejected by its user ids.
    /// </remarks>
    /// <exception cref="IOException">It belongs to another user, and no helper is possible; the reason.</exception>
    internal static ProcessMemory? OpenMemory(ProcessView process)
    {
        if (ProcessMemory.Open(process.Id) is not { } memory) return null;
        try
        {
            if (process.IsUnchanged() && !process.IsZombie && !process.Credentials.AreMixed)
            {
                memory.LeaveTo(process);
                return memory;
            }
        }
        catch
        {
            memory.Dispose();
            throw;
        }

        memory.Dispose();
        return null;
    }

    /// <summary>The obstacle of an outcome; null for success. The process's own memory decides; the rest only explains it.</summary>
    private static Obstacle? Refusal(ProcessView process, RemoteDebuggingResult result, string fromStart) => result.Outcome switch
    {
        RemoteDebuggingOutcome.Done => null,
        RemoteDebuggingOutcome.TurnedOff when !string.IsNullOrEmpty(process.Variable(TurnedOff)) => OffBy(process, TurnedOff, fromStart),
        RemoteDebuggingOutcome.TurnedOff when IsTurnedOff(process.Arguments) => OffBy(process, $"-X {TurnedOffByOption}", fromStart),
        RemoteDebuggingOutcome.TurnedOff => OffBy(process, "by its configuration", fromStart),
        RemoteDebuggingOutcome.OtherVersion => new Obstacle(
            $"process {process.Id} executes CPython {result.Version}, into which unpause can't load its agent (supported: "
            + $"{string.Join(" and ", RemoteDebuggingLayout.All.Select(layout => $"3.{layout.Minor}"))}, without pre-releases)",
            fromStart),
        RemoteDebuggingOutcome.NotFound => new Obstacle(
            $"no CPython {First} or later is found in the memory of process {process.Id}", fromStart),
        RemoteDebuggingOutcome.Silent => new Obstacle($"the memory of process {process.Id} can't be read: {result.Reason}", fromStart),
        _ => new Obstacle($"process {process.Id} can't be made to load a script: {result.Reason}", fromStart),
    };

    private static Obstacle NoHelper(ProcessView process, IOException reason, string fromStart) =>
        new($"the memory of process {process.Id} can't be read: {reason.Message}", fromStart);

    private static Obstacle Ended(ProcessView process) => new($"process {process.Id} has ended");

    private static Obstacle OffBy(ProcessView process, string what, string fromStart) =>
        new($"remote debugging is disabled in process {process.Id} ({what})", $"start it without that, or {fromStart}");

    private static Obstacle OfKernel(ProcessView process, string fromStart)
    {
        var scope = UnlockedFile.Read(YamaFile, 1) is [var digit and not (byte)'0'] ? (char)digit : (char?)null;
        return new Obstacle(
            scope is null
                ? $"only root (CAP_SYS_PTRACE) has access to the memory of process {process.Id}"
                : $"only root (CAP_SYS_PTRACE) has access to the memory of other processes (kernel.yama.ptrace_scope is {scope})",
            $"run unpause as root, or {fromStart}");
    }
}

/// <summary>Outcome of using CPython's remote debugging.</summary>
internal enum RemoteDebuggingOutcome
{
    /// <summary>The process can execute, or will execute, a script.</summary>
    Done,

    /// <summary>Remote debugging is disabled in the process.</summary>
    TurnedOff,

    /// <summary>A CPython with an unknown layout: another version, or a pre-release.</summary>
    OtherVersion,

    /// <summary>There is no CPython with a table of offsets (3.13 and later) in the memory.</summary>
    NotFound,

    /// <summary>The memory is not as CPython's, or it can't be read or written.</summary>
    Failed,

    /// <summary>Its memory or map could not be read or written in time.</summary>
    Silent,
}

/// <summary>The outcome with its details.</summary>
/// <param name="Version">The version in the process's memory; null where no table of offsets was found.</param>
/// <param name="Reason">Why it failed or did not answer, as part of a sentence; null otherwise.</param>
internal readonly record struct RemoteDebuggingResult(RemoteDebuggingOutcome Outcome, Version? Version = null, string? Reason = null);
