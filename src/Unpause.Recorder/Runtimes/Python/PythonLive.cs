using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>Live CPython processes, and the first method by which each can be recorded.</summary>
[SupportedOSPlatform("linux")]
internal static class PythonLive
{
    /// <summary>The advice that always works.</summary>
    public const string FromStart = "start it with: unpause run -- CMD…";

    /// <summary>Describes a CPython process; null for other processes.</summary>
    public static LiveProcess? Describe(ProcessView process)
    {
        if (PythonCode.Find(process) is not { } code) return null;
        var (way, places, obstacle) = WayOf(process, code);
        return new LiveProcess(process.Id, UserName.Resolve(process.UserId), RuntimeIds.CPython)
        {
            Version = places?.Version ?? code.Version.ToString(),
            StartedAt = process.StartedAt,
            Command = process.Arguments,
            Obstacles = obstacle is null ? [] : [obstacle],
            RecordedBy = way is { } by ? Name(by) : null,
        };
    }

    /// <summary>The name of a method in sentences.</summary>
    public static string Name(PythonWay way) => way switch
    {
        PythonWay.Agent => "unpause's agent, which it has loaded",
        PythonWay.Marks => "kernel probes at CPython's USDT markers gc__start and gc__done",
        PythonWay.Remote => "unpause's agent, loaded by remote debugging (sys.remote_exec)",
        _ => $"kernel probes at CPython's function {PythonGcPlaces.Function}",
    };

    /// <summary>The first method that works. Without one, the obstacle; for a limited method, what it lacks.</summary>
    public static (PythonWay? Way, PythonGcPlaces? Places, Obstacle? Obstacle) WayOf(ProcessView process, PythonCode code)
    {
        if (ProcessAccess.Obstacle(process) is { } access) return (null, null, access);
        using var ring = PythonRing.Open(process);
        using var file = code.Open(process);
        var places = file is null ? null : PythonGcPlaces.Locate(file, code.Version);
        var (way, obstacle) = Choose(
            code, places, ring is not null, () => UprobeRights.Obstacle(PythonProcessWatch.Seen),
            () => RemoteExecution.Obstacle(process, FromStart));
        return (way, places, obstacle);
    }

    /// <summary>Only the choice.</summary>
    /// <param name="code">CPython's code in the process.</param>
    /// <param name="places">Offsets for probes; null when the file can't be read.</param>
    /// <param name="agent">Whether the agent is loaded.</param>
    /// <param name="ofProbes">Returns what prevents probes; called if there are offsets.</param>
    /// <param name="ofScripts">Returns what prevents a script; called if the version supports it and probes are not possible.</param>
    public static (PythonWay? Way, Obstacle? Obstacle) Choose(
        PythonCode code, PythonGcPlaces? places, bool agent, Func<Obstacle?> ofProbes, Func<Obstacle?> ofScripts)
    {
        if (agent) return (PythonWay.Agent, null);
        var probes = places is { Places.Count: > 0 } ? ofProbes() : WithoutPlaces(code, places);
        if (probes is null)
        {
            return (places!.AreMarked ? PythonWay.Marks : PythonWay.Function, new Obstacle(
                "kernel probes do not record thresholds and whether gc.collect() was called", $"for those {FromStart}", Hard: false));
        }

        if (code.Version < RemoteExecution.First) return (null, OrFromStart(probes));
        return ofScripts() is { } scripts
            ? (null, new Obstacle($"{scripts.What}; and {probes.What}", scripts.Instead))
            : (PythonWay.Remote, null);
    }

    private static Obstacle OrFromStart(Obstacle obstacle) =>
        obstacle.Instead?.Contains(FromStart, StringComparison.Ordinal) == true
            ? obstacle
            : obstacle with { Instead = obstacle.Instead is { } instead ? $"{instead}; or {FromStart}" : FromStart };

    private static Obstacle WithoutPlaces(PythonCode code, PythonGcPlaces? places)
    {
        if (places is null)
        {
            return new Obstacle(
                $"the executable of CPython {code.Version}, where probes would be set, can't be read",
                $"run unpause as root, or {FromStart}");
        }

        if (code.Version >= RemoteExecution.First)
            return new Obstacle($"this build of CPython {code.Version} has no USDT markers for kernel probes");
        return new Obstacle(
            $"CPython {code.Version} has no remote debugging, and this build has neither USDT markers (Debian's and Fedora's python3 have "
            + $"them) nor a symbol table with {PythonGcPlaces.Function} that probes can use (3.10 to 3.12)",
            $"{FromStart}; or use a build configured with --with-dtrace");
    }
}

/// <summary>Methods of recording a running CPython process, the best first.</summary>
internal enum PythonWay
{
    /// <summary>unpause's agent is loaded in it; its file is read.</summary>
    Agent,

    /// <summary>Kernel probes at CPython's USDT markers.</summary>
    Marks,

    /// <summary>Kernel probes at the function that collects.</summary>
    Function,

    /// <summary>unpause's agent is loaded through remote debugging (sys.remote_exec, 3.14 and later).</summary>
    Remote,
}

/// <summary>The file with CPython's code in a process: its library if it uses one, otherwise the program itself.</summary>
/// <param name="Version">The version in the file's name: 3.11.</param>
/// <param name="FreeThreaded">Whether the name is that of a free-threaded build.</param>
/// <param name="Mapping">The mapping of the file's first part; null without access.</param>
[SupportedOSPlatform("linux")]
internal sealed record PythonCode(Version Version, bool FreeThreaded, FileMapping? Mapping)
{
    private const string Library = "libpython3.", Program = "python3.";

    /// <summary>Finds it; null when the process does not run CPython.</summary>
    public static PythonCode? Find(ProcessView process)
    {
        // Another library, or a module's file, may contain part of the name: libpython3.so forwards to the real one.
        PythonCode? program = null;
        var executable = process.Executable;
        foreach (var mapping in process.Mappings())
        {
            var name = Path.GetFileName(mapping.Path);
            if (Named(name, Library) is { } library && name.Contains(".so", StringComparison.Ordinal))
                return library with { Mapping = mapping };
            if (mapping.Path == executable) program ??= Named(name, Program) is { } own ? own with { Mapping = mapping } : null;
        }

        return program ?? Named(Path.GetFileName(executable ?? ""), Program);
    }

    /// <summary>Opens the file that the process executes; null without access.</summary>
    public SafeFileHandle? Open(ProcessView process)
    {
        if (Mapping is not { } mapping) return null;
        var folder = string.Create(CultureInfo.InvariantCulture, $"/proc/{process.Id}");
        return mapping.Path == process.Executable
            ? FolderHandle.OpenFileBehind($"{folder}/exe")
            : FolderHandle.OpenFileBehind($"{folder}/{mapping.Link}") ?? ProcessFiles.Open(process, mapping.Path);
    }

    private static PythonCode? Named(string file, string prefix)
    {
        if (!file.StartsWith(prefix, StringComparison.Ordinal)) return null;
        var digits = string.Concat(file[prefix.Length..].TakeWhile(char.IsAsciiDigit));
        return int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var minor)
            ? new PythonCode(new Version(3, minor), file[(prefix.Length + digits.Length)..].StartsWith('t'), null)
            : null;
    }
}
