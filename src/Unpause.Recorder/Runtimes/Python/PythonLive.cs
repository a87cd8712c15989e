using System.Runtime.Versioning;
using Unpause.Recorder.Live;
using Unpause.Recorder.Probes;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>Live CPython programs, and the first way by which each can be recorded.</summary>
[SupportedOSPlatform("linux")]
internal static class PythonLive
{
    private const string FromStart = "start it with: unpause run -- CMD…";

    /// <summary>What is seen of a CPython program; null when the process is none.</summary>
    public static LiveProcess? Describe(ProcessView process)
    {
        if (PythonCode.Of(process) is not { } code) return null;
        var (way, places, obstacle) = WayOf(process, code);
        return new LiveProcess(process.Id, UserName.Of(process.UserId), Unpause.Recordings.Words.Runtimes.CPython)
        {
            Version = places?.Version ?? code.Version.ToString(),
            StartedAt = process.StartedAt,
            Command = process.Arguments,
            Obstacles = obstacle is null ? [] : [obstacle],
            RecordedBy = way is { } by ? Name(by) : null,
        };
    }

    /// <summary>How a way is called in sentences.</summary>
    public static string Name(PythonWay way) => way switch
    {
        PythonWay.Agent => "the agent of unpause that it has loaded",
        PythonWay.Marks => "kernel probes at CPython's own marks (USDT gc__start and gc__done)",
        _ => $"kernel probes at CPython's function {PythonGcPlaces.Function}",
    };

    /// <summary>The first way that works; without one what is in the way, and with a lesser one what it lacks.</summary>
    public static (PythonWay? Way, PythonGcPlaces? Places, Obstacle? Obstacle) WayOf(ProcessView process, PythonCode code)
    {
        if (ProcessAccess.Obstacle(process) is { } access) return (null, null, access);
        using var ring = PythonRing.Open(process);
        using var file = code.Open(process);
        var places = file is null ? null : PythonGcPlaces.Of(file, code.Version);
        if (ring is not null) return (PythonWay.Agent, places, null);
        if (places is not { Places.Count: > 0 }) return (null, places, WithoutPlaces(code, places));
        if (UprobeRights.Obstacle(PythonProcessWatch.Seen) is { } rights)
            return (null, places, rights with { Instead = rights.Instead is { } instead ? $"{instead}; or {FromStart}" : FromStart });
        var way = places.AreMarked ? PythonWay.Marks : PythonWay.Function;
        return (way, places, new Obstacle(
            "the thresholds, and whether code asked for a collection, are not told by probes", $"for those {FromStart}", Hard: false));
    }

    private static Obstacle WithoutPlaces(PythonCode code, PythonGcPlaces? places)
    {
        if (places is null)
        {
            return new Obstacle(
                $"the file that CPython {code.Version} is executed from can't be read, where probes would be put",
                $"run unpause as root, or {FromStart}");
        }

        return new Obstacle(
            $"CPython {code.Version} lets no other process in, and this build of it has neither marks for probes (USDT, as Debian's and "
            + $"Fedora's python3 have) nor a symbol table with {PythonGcPlaces.Function} that probes can use (3.10 to 3.12)",
            $"{FromStart}; or use a build that was configured --with-dtrace");
    }
}
