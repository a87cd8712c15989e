using System.Runtime.Versioning;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes.Jvm;

namespace Unpause.Recorder.Live;

/// <summary>Records a process that runs already: <c>unpause record</c>.</summary>
[SupportedOSPlatform("linux")]
public static class LiveRecorder
{
    /// <summary>Records until the time is up, the token is cancelled or the process ends; then the process is as it was before.</summary>
    /// <param name="options">What to record.</param>
    /// <param name="stop">Ends the recording early; the result is good.</param>
    /// <exception cref="ObstacleException">It can't be recorded.</exception>
    public static LiveResult Record(LiveOptions options, CancellationToken stop)
    {
        var (process, description) = LiveProcesses.Find(options.ProcessId);
        if (description.Obstacles.FirstOrDefault(obstacle => obstacle.Hard) is { } obstacle) throw new ObstacleException(obstacle);
        return LiveProcesses.RuntimeOf(description).Record(process, description, options, stop);
    }
}
