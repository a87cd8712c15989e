using Unpause.Recorder.Cycles;

namespace Unpause.Recorder;

/// <summary>What <see cref="ProgramRunner.Run(RunOptions)"/> starts and where the recording goes.</summary>
/// <param name="Command">The program, looked up in PATH as a shell does, and its arguments; never empty.</param>
/// <param name="Folder">
/// Where to keep the recording; created when absent. Null: a fresh private folder for temporary files.
/// A folder that exists keeps its permissions, so a program that changes user may be unable to record into it.
/// </param>
/// <param name="Requests">Whether the requests that the program serves are recorded too, where its runtime can (.NET).</param>
/// <param name="Allocations">Whether the types and places of allocations are recorded too, where its runtime can (.NET).</param>
public sealed record RunOptions(IReadOnlyList<string> Command, string? Folder = null, bool Requests = true, bool Allocations = false)
{
    /// <summary>Whether each part of a collection is recorded too, where its runtime can (the JVM).</summary>
    public bool Phases { get; init; }

    /// <summary>Whether CPython is recorded by Python code where it could be by C: that code runs inside collections.</summary>
    public bool PythonCode { get; init; }

    /// <summary>Whether Go programs are watched from the kernel, where that is allowed (CAP_PERFMON).</summary>
    public bool Probes { get; init; } = true;

    /// <summary>The NUMA node to whose processors and memory the program is bound; null: as we are.</summary>
    public int? NumaNode { get; init; }

    /// <summary>Whether the stacks of what runs on the processors are sampled with perf.</summary>
    public bool Perf { get; init; }

    /// <summary>
    /// Whether gc lines are taken out of stderr also where stdout goes into the same file: lines of the two then change their order.
    /// </summary>
    public bool MayReorderOutput { get; init; }

    /// <summary>Variables of the program's environment alone: name and value. Our own runtime would take some of them to heart.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Environment { get; init; } = [];

    /// <summary>The ids of the runtimes that are recorded (<see cref="RecorderTable.Ids"/>); null: all.</summary>
    public IReadOnlyList<string>? Only { get; init; }

    /// <summary>How the garbage of CPython programs is looked at; null: not at all.</summary>
    public CycleSampling? Cycles { get; init; }
}
