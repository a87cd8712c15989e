using System.Runtime.Versioning;

namespace Unpause.Recorder.Live;

/// <summary>Finds what prevents recording a process: <c>unpause doctor</c>.</summary>
[SupportedOSPlatform("linux")]
public static class LiveDoctor
{
    /// <summary>Inspects the process and the place for its recording; sends nothing to it.</summary>
    /// <param name="argumentsShown">Whether its arguments are shown without redacting possible secrets.</param>
    /// <exception cref="ObstacleException">There is no such process, or no runtime was found in it.</exception>
    public static LiveProcess Examine(int id, bool argumentsShown = false)
    {
        var (process, description) = LiveProcesses.Find(id, RecorderTable.Default);
        if (!argumentsShown) description = description.WithoutSecrets();
        if (!description.Recordable) return description;
        return NoRoom(process, description) is { } obstacle
            ? description with { Obstacles = [.. description.Obstacles, obstacle] }
            : description;
    }

    private static Obstacle? NoRoom(ProcessView process, LiveProcess description)
    {
        try
        {
            RecorderTable.Default.RowOf(description).Live.CheckRoom(process);
            return null;
        }
        catch (ObstacleException e)
        {
            return e.Obstacle;
        }
    }
}
