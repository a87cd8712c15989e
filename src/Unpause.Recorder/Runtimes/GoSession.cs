using Unpause.Recorder.Probes;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Go;

namespace Unpause.Recorder.Runtimes;

/// <summary>
/// Records a running Go process: its pauses by kernel probes, and its gctrace lines if it writes them to a file. Nothing is enabled in the
/// process.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class GoSession
{
    /// <summary>Records a process that has no hard obstacle.</summary>
    /// <exception cref="ObstacleException">Neither can be recorded any more.</exception>
    public static LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop)
    {
        var folder = LiveFolder.ForUs(options.Folder);
        GoTraceSession? lines = null;
        try
        {
            var name = string.Create(CultureInfo.InvariantCulture, $"go-{process.Id}-{DateTimeOffset.UtcNow:yyyyMMdd-HHmmss}");
            using var stops = Watch(process, options, folder, name, out var input, out var problem);
            lines = GoTraceSession.Begin(process, description, options, folder, name);
            if (stops is null && lines is null)
                throw new ObstacleException($"the standard error of process {process.Id} is no longer a readable file");
            options.Started?.Invoke(What(stops, lines));
            var started = Stopwatch.GetTimestamp();
            var end = lines is null
                ? LiveWait.For(process, options, stop, Look)
                : LiveWait.For(process, options.Duration, stop, Look, GoTraceSession.Look);
            var length = Stopwatch.GetElapsedTime(started);
            stops?.Finish();
            lines?.Finish();
            return new LiveResult(folder, lines)
            {
                Inputs = [.. input is null ? [] : new[] { input }, .. lines?.Inputs ?? []],
                End = end,
                Seen = stops is { Replaced: true }
                    ? $"process {process.Id} executed another program, which is not recorded"
                    : null,
                Duration = length,
                Process = description,
                NotRecorded = [.. problem is null ? [] : new[] { problem }, .. stops?.Problems ?? []],
            };

            LiveEnd? Look()
            {
                lines?.Take();
                return stops is { Replaced: true } ? LiveEnd.Seen : null;
            }
        }
        catch
        {
            lines?.Dispose();
            folder.Dispose();
            throw;
        }
    }

    /// <summary>Adds probes. Null if that is not possible and there are gctrace lines; the problem then says why.</summary>
    private static GoProcessWatch? Watch(
        ProcessView process, LiveOptions options, LiveFolder folder, string name, out RecordingInput? input, out string? problem)
    {
        (input, problem) = (null, null);
        var hasLines = GoTraceOutput.IsReadable(process);
        if (!options.Probes && hasLines) return null;
        name += StopsFormat.Extension;
        var path = folder.MakeFile(name);
        try
        {
            var watch = GoProcessWatch.Begin(process, path, options.Assists ? options.AssistHits : null, options.Looks);
            input = new RecordingInput(
                options.Folder is { } kept ? Path.Combine(kept, name) : $"pauses of process {process.Id}", () => LiveFiles.Open([path]));
            return watch;
        }
        catch (ObstacleException e) when (hasLines)
        {
            folder.RemoveFile(name);
            problem = $"pauses by kernel probes{(options.Assists ? " and mark assists" : "")}: {e.Obstacle.What}";
            return null;
        }
    }

    private static string Seen(GoProcessWatch stops) => stops.HasAssists ? "pauses and mark assists" : "pauses";

    private static string What(GoProcessWatch? stops, GoTraceSession? lines) => (stops, lines) switch
    {
        (not null, not null) => $"{Seen(stops)} by kernel probes, and the gctrace lines in {lines.Name}",
        (not null, null) => $"{Seen(stops)} by kernel probes",
        _ => $"the gctrace lines in {lines!.Name}",
    };
}
