using Unpause.Recordings.Readers;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>
/// A flight recording of a live JVM (11 and later, and OpenJDK 8u262 and later) under unpause's own name; the user's recordings
/// continue unchanged. The JVM keeps its recorder and the recorder's folder until it ends, as after any use of JFR.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class JvmFlight
{
    private const string NamePrefix = "unpause-", NameMark = "name=" + NamePrefix;

    /// <summary>A dump waits for the search for paths from GC roots to old objects: about 0.4 s per gigabyte.</summary>
    private static readonly TimeSpan Dump = TimeSpan.FromMinutes(2);

    /// <summary>Records until the duration elapses, the token is cancelled or the JVM ends.</summary>
    /// <exception cref="ObstacleException">The JVM can't be attached to or has no flight recorder.</exception>
    public static LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop)
    {
        // Nothing is written before the end, so a killed recorder leaves no folder.
        LiveFolder.CheckRoom(process);
        LiveFolder? folder = null;
        try
        {
            var notes = new List<string>();
            StopLeftOvers(process, notes);
            var name = string.Create(
                CultureInfo.InvariantCulture, $"{NamePrefix}{Environment.ProcessId}-{DateTimeOffset.UtcNow.ToUnixTimeSeconds()}");
            var file = $"jvm-{process.Id}-{DateTimeOffset.UtcNow:yyyyMMdd-HHmmss}.jfr";
            JvmAttach.Execute(process, $"JFR.start name={name} settings=profile");
            var started = Stopwatch.GetTimestamp();
            TimeSpan duration;
            LiveEnd end;
            try
            {
                options.Started?.Invoke("a JDK flight recording");
                end = LiveWait.For(process, options.Duration, stop);
            }
            finally
            {
                duration = Stopwatch.GetElapsedTime(started);
                folder = FolderOf(process);
                if (Finish(process, name, $"{folder.Theirs}/{file}", options.Retainers) is { } problem) notes.Add(problem);
            }

            return new LiveResult(folder)
            {
                Inputs = Inputs(folder.TheirFiles(), file, process, options.Folder),
                End = end,
                Duration = duration,
                Process = description,
                NotRecorded = notes,
            };
        }
        catch
        {
            folder?.Dispose();
            throw;
        }
    }

    /// <summary>The folder for the recording, which the JVM writes only now.</summary>
    private static LiveFolder FolderOf(ProcessView process)
    {
        if (!process.IsAlive()) throw Ended(process);
        try
        {
            return LiveFolder.For(process);
        }
        catch (ObstacleException) when (!process.IsAlive())
        {
            throw Ended(process);
        }
    }

    private static ObstacleException Ended(ProcessView process) => new(
        $"process {process.Id} ended while it was recorded, and its flight recording with it: the JVM writes it only when the recording "
        + "stops. Record for a shorter time (--for 5s), or have the JVM write it at its exit: "
        + "java -XX:StartFlightRecording=filename=app.jfr");

    private static IReadOnlyList<RecordingInput> Inputs(IReadOnlyList<string> files, string name, ProcessView process, string? keep)
    {
        if (files.Count == 0) return [];
        if (keep is not null) LiveFiles.Keep(files, keep, name);
        return [new RecordingInput(keep is null ? $"process {process.Id}" : Path.Combine(keep, name), () => LiveFiles.Open(files))];
    }

    /// <summary>Writes the recording and stops it. Returns null, or one sentence about a failure.</summary>
    private static string? Finish(ProcessView process, string name, string file, bool retainers)
    {
        if (!process.IsAlive()) return "the JVM ended before it could write the flight recording";
        string? problem = null;
        try
        {
            JvmAttach.Execute(process, $"JFR.dump name={name} filename=\"{file}\"{(retainers ? " path-to-gc-roots=true" : "")}", Dump);
        }
        catch (ObstacleException e)
        {
            problem = $"the flight recording could not be written: {e.Message}";
        }

        try
        {
            JvmAttach.Execute(process, $"JFR.stop name={name}");
        }
        catch (ObstacleException e) when (process.IsAlive())
        {
            problem = $"the flight recording {name} is still running: {e.Message}. The next unpause record {process.Id} --jfr ends it";
        }
        catch (ObstacleException)
        {
            // The JVM has ended, and the recording with it.
        }

        return problem;
    }

    /// <summary>Stops recordings of killed recorders.</summary>
    private static void StopLeftOvers(ProcessView process, List<string> notes)
    {
        var started = Stopwatch.GetTimestamp();
        var stopped = 0;
        foreach (var line in JvmAttach.Execute(process, "JFR.check").Split('\n'))
        {
            if (stopped == LeftOver.Most) break;
            var at = line.IndexOf(NameMark, StringComparison.Ordinal);
            if (at < 0) continue;
            var name = line[(at + NameMark.Length - NamePrefix.Length)..].Split(' ')[0].Trim();
            if (!LeftOver.Is(name[NamePrefix.Length..])) continue;
            JvmAttach.Execute(process, $"JFR.stop name={name}", LeftOver.TimeLeft(started));
            stopped++;
            notes.Add($"the flight recording {name}, left running by an unpause that was killed, has been stopped");
        }
    }
}
