using Unpause.Recorder.Cycles;

namespace Unpause.Recorder;

/// <summary>What <see cref="ProgramRunner.Run(RunOptions)"/> starts and how it records.</summary>
/// <param name="Command">The program, found in PATH like in a shell, and its arguments; never empty.</param>
/// <param name="Folder">
/// Where to keep the recording; created if it does not exist. Null: a new private folder for temporary files.
/// An existing folder keeps its permissions, so a program that changes its user may be unable to record into it.
/// </param>
/// <param name="Requests">Whether to record served requests too, where the runtime supports it (.NET).</param>
/// <param name="Allocations">Whether to record types and sites of allocations too, where the runtime supports it (.NET).</param>
public sealed record RunOptions(IReadOnlyList<string> Command, string? Folder = null, bool Requests = true, bool Allocations = false)
{
    /// <summary>Whether to record GC phases too, where the runtime supports it (the JVM).</summary>
    public bool Phases { get; init; }

    /// <summary>Whether to record CPython with Python code even where C code is possible: that code runs inside collections.</summary>
    public bool PythonCode { get; init; }

    /// <summary>Whether to observe Go programs through the kernel, where that is allowed (CAP_PERFMON).</summary>
    public bool Probes { get; init; } = true;

    /// <summary>The NUMA node to which the program is bound; null: as unpause.</summary>
    public int? NumaNode { get; init; }

    /// <summary>Whether to sample CPU stacks with perf.</summary>
    public bool Perf { get; init; }

    /// <summary>
    /// Whether to take gctrace lines from stderr even if stdout is the same file: the order of lines of the two may then change.
    /// </summary>
    public bool MayReorderOutput { get; init; }

    /// <summary>Variables for the program's environment only: name and value. Some of them would affect unpause's own runtime.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Environment { get; init; } = [];

    /// <summary>Ids of the runtimes to record (<see cref="RecorderTable.Ids"/>); null: all.</summary>
    public IReadOnlyList<string>? Only { get; init; }

    /// <summary>How garbage snapshots of CPython processes are taken; null: none.</summary>
    public CycleSampling? Cycles { get; init; }
}
