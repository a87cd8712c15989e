using System.Runtime.Versioning;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Live;

/// <summary>The live processes that a known runtime runs in: <c>unpause ps</c>. Looking sends nothing to any of them.</summary>
[SupportedOSPlatform("linux")]
public static class LiveProcesses
{
    /// <summary>All of them that can be seen, by process id; without ourselves.</summary>
    /// <param name="argumentsShown">Whether what is or may be a secret is shown in their arguments.</param>
    public static IReadOnlyList<LiveProcess> All(bool argumentsShown = false) =>
        argumentsShown ? All(RecorderTable.Default) : [.. All(RecorderTable.Default).Select(process => process.WithoutSecrets())];

    /// <summary>All of them, with their arguments as they are.</summary>
    /// <param name="runtimes">The runtimes to look for.</param>
    internal static IReadOnlyList<LiveProcess> All(RecorderTable runtimes)
    {
        var found = new List<LiveProcess>();
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(folder), out var id) && id != Environment.ProcessId && Of(id, runtimes) is { } process)
            {
                found.Add(process);
            }
        }

        return [.. found.OrderBy(process => process.Id)];
    }

    /// <summary>One process; null when there is none or no known runtime is seen in it.</summary>
    /// <param name="id">The process.</param>
    /// <param name="runtimes">The runtimes to look for.</param>
    internal static LiveProcess? Of(int id, RecorderTable runtimes) =>
        ProcessView.Of(id) is { IsZombie: false } process ? Describe(process, runtimes) : null;

    /// <summary>Finds a process that a known runtime runs in.</summary>
    /// <exception cref="ObstacleException">There is none, or it can't be seen.</exception>
    internal static (ProcessView Process, LiveProcess Description) Find(int id, RecorderTable runtimes)
    {
        var process = ProcessView.Of(id)
            ?? throw new ObstacleException(new Obstacle($"there is no process {id}", "unpause ps lists what can be recorded"));
        if (Describe(process, runtimes) is { } description) return (process, description);
        throw new ObstacleException(ProcessAccess.Obstacle(process)
            ?? new Obstacle($"process {id} runs no {runtimes.Names} that can be seen", "unpause ps lists what can be recorded"));
    }

    private static LiveProcess? Describe(ProcessView process, RecorderTable runtimes)
    {
        foreach (var runtime in runtimes.Runtimes)
        {
            if (runtime.Live.Describe(process) is { } description) return description;
        }

        return null;
    }
}
