using System.Runtime.Versioning;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes;
using Unpause.Recorder.Runtimes.DotNet;
using Unpause.Recorder.Runtimes.Jvm;

namespace Unpause.Recorder.Live;

/// <summary>The live processes that a known runtime runs in: <c>unpause ps</c>. Looking sends nothing to any of them.</summary>
[SupportedOSPlatform("linux")]
public static class LiveProcesses
{
    // A JVM inside a Python program is the more telling one, so what is loaded as a library comes first.
    private static readonly LiveRuntime[] s_runtimes =
    [
        new(Recordings.Runtimes.Jvm, JvmLive.Describe, JvmLive.Record),
        new(Recordings.Runtimes.DotNet, DotNetLive.Describe, DotNetLive.Record),
        new(Recordings.Runtimes.Go, GoLive.Describe, NeverRecorded),
        new(Recordings.Runtimes.CPython, PythonLive.Describe, NeverRecorded),
    ];

    /// <summary>All of them that can be seen, by process id; without ourselves.</summary>
    public static IReadOnlyList<LiveProcess> All()
    {
        var found = new List<LiveProcess>();
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(folder), out var id) && id != Environment.ProcessId && Of(id) is { } process) found.Add(process);
        }

        return [.. found.OrderBy(process => process.Id)];
    }

    /// <summary>One process; null when there is none or no known runtime is seen in it.</summary>
    public static LiveProcess? Of(int id) => ProcessView.Of(id) is { IsZombie: false } process ? Describe(process) : null;

    /// <summary>Finds a process that a known runtime runs in.</summary>
    /// <exception cref="ObstacleException">There is none, or it can't be seen.</exception>
    internal static (ProcessView Process, LiveProcess Description) Find(int id)
    {
        var process = ProcessView.Of(id) ?? throw new ObstacleException(new Obstacle($"there is no process {id}", "unpause ps lists what can be recorded"));
        if (Describe(process) is { } description) return (process, description);
        throw new ObstacleException(ProcessAccess.Obstacle(process)
            ?? new Obstacle($"process {id} runs no .NET, JVM, Go or CPython that can be seen", "unpause ps lists what can be recorded"));
    }

    private static LiveProcess? Describe(ProcessView process)
    {
        foreach (var runtime in s_runtimes)
        {
            if (runtime.Describe(process) is { } description) return description;
        }

        return null;
    }

    internal static LiveRuntime RuntimeOf(LiveProcess process) => Array.Find(s_runtimes, runtime => runtime.Name == process.Runtime)!;

    private static LiveResult NeverRecorded(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop) =>
        throw new InvalidOperationException($"{description.Runtime} always has an obstacle");
}
