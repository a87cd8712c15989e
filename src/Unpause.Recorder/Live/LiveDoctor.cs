using System.Runtime.Versioning;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Live;

/// <summary>What is in the way of recording one process: <c>unpause doctor</c>.</summary>
[SupportedOSPlatform("linux")]
public static class LiveDoctor
{
    /// <summary>Looks at the process, and at the place for its recording; sends nothing to it.</summary>
    /// <param name="id">The process.</param>
    /// <param name="argumentsShown">Whether what is or may be a secret is shown in its arguments.</param>
    /// <exception cref="ObstacleException">There is no such process, or no runtime is seen in it.</exception>
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
