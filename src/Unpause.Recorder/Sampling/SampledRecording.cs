using Unpause.Recordings.Readers;

namespace Unpause.Recorder.Sampling;

/// <summary>
/// Records a live process with CPU samples in addition to its runtime's events, or with CPU samples only if there are none.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class SampledRecording
{
    /// <summary>Records until the duration elapses, the token is cancelled or the process ends.</summary>
    /// <exception cref="ObstacleException">perf is not installed or not allowed, or the process can't be recorded.</exception>
    public static LiveResult Record(
        ProcessView process, LiveProcess description, LiveOptions options, RecorderTable runtimes, CancellationToken stop)
    {
        using var sampling = PerfSampling.OfProcess(process.Id);
        var folder = LiveFolder.ForUs(options.Folder);
        LiveResult? reported = null;
        try
        {
            var name = string.Create(CultureInfo.InvariantCulture, $"perf-{process.Id}-{DateTimeOffset.UtcNow:yyyyMMdd-HHmmss}.txt");
            var path = folder.MakeFile(name);
            var recorded = reported = Reported(process, description, options, runtimes, stop);
            using var target = File.OpenHandle(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
            var sampled = sampling.Finish(target);
            var shown = options.Folder is { } kept ? Path.Combine(kept, name) : $"perf of process {process.Id}";
            if (!sampled) folder.RemoveFile(name);
            return new LiveResult(recorded, folder)
            {
                Inputs = sampled ? [.. recorded.Inputs, new RecordingInput(shown, () => LiveFiles.Open([path]))] : recorded.Inputs,
                End = recorded.End,
                Seen = recorded.Seen,
                Duration = recorded.Duration,
                EndedAt = recorded.EndedAt,
                Process = recorded.Process,
                Settings = recorded.Settings,
                NotRecorded = [.. recorded.NotRecorded, .. sampling.Problems],
            };
        }
        catch
        {
            reported?.Dispose();
            folder.Dispose();
            throw;
        }
    }

    /// <summary>The runtime's recording; empty, with the reason, if it can't be recorded.</summary>
    private static LiveResult Reported(
        ProcessView process, LiveProcess description, LiveOptions options, RecorderTable runtimes, CancellationToken stop)
    {
        if (description.Obstacles.FirstOrDefault(obstacle => obstacle.Hard) is not { } obstacle)
            return LiveRecorder.Record(process, description, options, runtimes, stop);
        options.Started?.Invoke("CPU samples only");
        var started = Stopwatch.GetTimestamp();
        var end = LiveWait.For(process, options.Duration, stop);
        return new LiveResult
        {
            Inputs = [],
            End = end,
            Duration = Stopwatch.GetElapsedTime(started),
            Process = options.ArgumentsShown ? description : description.WithoutSecrets(),
            NotRecorded = [$"Only CPU samples are recorded: {obstacle}"],
        };
    }
}
