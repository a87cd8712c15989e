using Unpause.Recorder.Sampling;

namespace Unpause.Recorder.Live;

/// <summary>Records a running process: <c>unpause record</c>.</summary>
[SupportedOSPlatform("linux")]
public static class LiveRecorder
{
    /// <summary>Records until the duration elapses, the token is cancelled or the process ends, and then restores the process.</summary>
    /// <param name="stop">Ends the recording early; the result is valid.</param>
    /// <exception cref="ObstacleException">It can't be recorded.</exception>
    public static LiveResult Record(LiveOptions options, CancellationToken stop) => Record(options, RecorderTable.Default, stop);

    /// <inheritdoc cref="Record(LiveOptions, CancellationToken)"/>
    /// <param name="runtimes">The runtimes to look for.</param>
    /// <param name="stop">Ends the recording early; the result is valid.</param>
    internal static LiveResult Record(LiveOptions options, RecorderTable runtimes, CancellationToken stop)
    {
        var (process, description) = LiveProcesses.Find(options.ProcessId, runtimes);
        if (options.Perf) return SampledRecording.Record(process, description, options, runtimes, stop);
        return Record(process, description, options, runtimes, stop);
    }

    /// <summary>Records a process by the means of its runtime.</summary>
    /// <exception cref="ObstacleException">It can't be recorded.</exception>
    internal static LiveResult Record(
        ProcessView process, LiveProcess description, LiveOptions options, RecorderTable runtimes, CancellationToken stop)
    {
        if (description.Obstacles.FirstOrDefault(obstacle => obstacle.Hard) is { } obstacle) throw new ObstacleException(obstacle);
        if (description.AsksFirst is { } asks && !options.Allowed)
            throw new ObstacleException(new Obstacle(asks, "allow it with --yes"));
        if (!options.ArgumentsShown) description = description.WithoutSecrets();
        var runtime = runtimes.RowOf(description);
        if (runtimes.Refusal(runtime, options) is { } refusal) throw new ObstacleException(refusal);
        return runtime.Live.Record(process, description, options, stop);
    }
}
