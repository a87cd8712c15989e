using System.Runtime.Versioning;

namespace Unpause.Recorder.Live;

/// <summary>Live processes with a supported runtime: <c>unpause ps</c>. Nothing is sent to any of them.</summary>
[SupportedOSPlatform("linux")]
public static class LiveProcesses
{
    private static readonly TimeSpan MostForTheOne = TimeSpan.FromSeconds(10);

    /// <summary>All that are visible, by process id, without unpause itself.</summary>
    /// <param name="argumentsShown">Whether their arguments are shown without redacting possible secrets.</param>
    /// <param name="silent">Ids of processes that could not be inspected in time.</param>
    public static IReadOnlyList<LiveProcess> All(bool argumentsShown, out IReadOnlyList<int> silent)
    {
        var all = All(RecorderTable.Default, out silent);
        return argumentsShown ? all : [.. all.Select(process => process.WithoutSecrets())];
    }

    /// <summary>All that are visible, with unredacted arguments.</summary>
    /// <param name="runtimes">The runtimes to look for.</param>
    /// <param name="silent">Ids of processes that could not be inspected.</param>
    internal static IReadOnlyList<LiveProcess> All(RecorderTable runtimes, out IReadOnlyList<int> silent)
    {
        var (found, late) = ProcessSearch.Through(id => FindOrDefault(id, runtimes));
        silent = late;
        return [.. found.OrderBy(process => process.Id)];
    }

    /// <summary>One process; null when there is none or it has no supported runtime.</summary>
    /// <param name="runtimes">The runtimes to look for.</param>
    internal static LiveProcess? FindOrDefault(int id, RecorderTable runtimes) =>
        ProcessView.Find(id) is { IsZombie: false } process ? Describe(process, runtimes) : null;

    /// <summary>Finds a process with a supported runtime.</summary>
    /// <exception cref="ObstacleException">There is none, or it is not visible.</exception>
    internal static (ProcessView Process, LiveProcess Description) Find(int id, RecorderTable runtimes)
    {
        var process = ProcessView.Find(id)
            ?? throw new ObstacleException(new Obstacle($"there is no process {id}", "unpause ps lists what can be recorded"));
        var (found, late) = PatientWalk.Through([process], one => Describe(one, runtimes), MostForTheOne, MostForTheOne);
        if (late.Count > 0)
            throw new ObstacleException($"process {id} could not be inspected within {MostForTheOne.TotalSeconds:0} s");
        if (!process.IsUnchanged() && process.IsAlive())
        {
            throw new ObstacleException(new Obstacle(
                $"process {id} changed its user or groups while it was being inspected", "try again when it has started up"));
        }

        if (found is [var description]) return (process, description);
        throw new ObstacleException(ProcessAccess.Obstacle(process)
            ?? new Obstacle($"no {runtimes.Names} runtime was found in process {id}", "unpause ps lists what can be recorded"));
    }

    private static LiveProcess? Describe(ProcessView process, RecorderTable runtimes)
    {
        foreach (var runtime in runtimes.Runtimes)
        {
            if (runtime.Live.Describe(process) is not { } description) continue;
            var (service, container, pod) = Placement.Read(process);
            return description with { Service = service, ContainerId = container, Pod = pod };
        }

        return null;
    }
}
