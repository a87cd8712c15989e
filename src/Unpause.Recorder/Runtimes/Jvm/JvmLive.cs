using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Jvm;
using Unpause.Recordings.Words;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>Live JVMs: their description, obstacles and recording.</summary>
[SupportedOSPlatform("linux")]
internal static class JvmLive
{
    /// <summary>The first version with unified logging.</summary>
    private const int FirstVersion = 9;

    private static readonly (string Flag, string Collector)[] Collectors =
    [
        ("UseG1GC", "G1"), (JvmFlagNames.UseParallel, JvmCollectors.Parallel), (JvmFlagNames.UseSerial, "Serial"), ("UseZGC", "ZGC"),
        ("UseShenandoahGC", JvmCollectors.Shenandoah), (JvmFlagNames.UseConcurrentMarkSweep, "CMS"), ("UseEpsilonGC", "Epsilon"),
    ];

    // sun.gc.policy.name of each collector's policy counters (src/hotspot/share/gc/*).
    private static readonly (string Policy, string Collector)[] Policies =
        [("GarbageFirst", "G1"), ("ParScav:MSC", JvmCollectors.Parallel), ("Copy:MSC", "Serial"), ("ParNew:CMS", "CMS")];

    /// <summary>Describes a JVM without sending it anything; null for other processes.</summary>
    public static LiveProcess? Describe(ProcessView process)
    {
        if (HotSpotProcess.Find(process) is not { } jvm) return null;
        return new LiveProcess(process.Id, UserName.Resolve(process.UserId), RuntimeIds.Jvm)
        {
            Version = jvm.Version,
            Collector = CollectorOf(jvm),
            HeapLimitBytes = HeapLimitOf(jvm),
            StartedAt = process.StartedAt,
            Command = process.Arguments,
            Obstacles = [.. Obstacles(jvm)],
        };
    }

    /// <summary>Records a JVM's log.</summary>
    /// <exception cref="ObstacleException">It can't be recorded.</exception>
    public static LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop)
    {
        if (options is { Retainers: true, Flight: false })
        {
            throw new ObstacleException(new Obstacle("--retainers requires --jfr for a JVM: a "
                + "flight recording shows what retains objects"));
        }

        if (options.Flight || HotSpotProcess.Find(process) is { FeatureVersion: < FirstVersion })
            return JvmFlight.Record(process, description, options, stop);
        var notes = new List<string>();
        var logs = JvmLogSession.List(process, notes);
        if (options is { Growing: true, Folder: { } ring }
            && JvmOwnLog.Find(process, JvmLogSession.LogsOf(logs), ring, FileName(process)) is { } own)
        {
            using (own) return Follow(own, process, description, options, notes, stop);
        }

        var folder = LiveFolder.For(process);
        try
        {
            var session = JvmLogSession.Prepare(process, folder, logs);
            var settings = JvmSettings.Read(process);
            var history = JvmHistory.Find(process, session.UsersLogs, options.Before, notes);
            var started = Stopwatch.GetTimestamp();
            LiveEnd end;
            using var copy = options is { Growing: true, Folder: { } kept } ? JvmLogCopy.Begin(kept, FileName(process), folder) : null;
            try
            {
                session.TurnOn(options.Phases, asPart: copy is not null);
                history?.OursIsOn();
                options.Started?.Invoke(history is null
                    ? "the JVM's log, into a temporary file"
                    : $"the JVM's log, into a temporary file, and earlier lines of its own {history.Name}");
                end = LiveWait.For(process, options, stop, copy is null ? null : copy.Take);
            }
            finally
            {
                if (session.Stop() is { } left) notes.Add(left);
            }

            copy?.Take();

            var (duration, ended) = (Stopwatch.GetElapsedTime(started), DateTimeOffset.UtcNow);
            return new LiveResult(folder, history)
            {
                Inputs = copy is null ? Inputs(process, folder, history, options.Folder) : [RecordingInput.File(copy.Path)],
                End = end,
                Duration = duration,
                EndedAt = ended,
                Process = description,
                Settings = settings,
                NotRecorded = notes
            };
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Follows the JVM's own log, which has what is needed: a second log costs the JVM its lines once more, and twice where the parts of
    /// a ring overlap.
    /// </summary>
    private static LiveResult Follow(
        JvmOwnLog log, ProcessView process, LiveProcess description, LiveOptions options, List<string> notes, CancellationToken stop)
    {
        var started = Stopwatch.GetTimestamp();
        var settings = JvmSettings.Read(process);
        options.Started?.Invoke($"the JVM's own log {log.Name}, followed");
        var end = LiveWait.For(process, options, stop, log.Take);
        log.Take();
        return new LiveResult
        {
            Inputs = [RecordingInput.File(log.Path)],
            End = end,
            Duration = Stopwatch.GetElapsedTime(started),
            EndedAt = DateTimeOffset.UtcNow,
            Process = description,
            Settings = settings,
            NotRecorded = notes,
        };
    }

    private static IReadOnlyList<RecordingInput> Inputs(ProcessView process, LiveFolder folder, JvmHistory? history, string? keep)
    {
        var files = folder.TheirFiles();
        if (files.Count == 0) return [];
        var name = FileName(process);
        if (keep is not null) LiveFiles.Keep(files, keep, name);
        var live = new RecordingInput(
            keep is null ? $"process {process.Id}" : Path.Combine(keep, name), () => LiveFiles.Open(files));
        // No line is in both. If their timestamps can be compared, they are read as one log.
        return history is null ? [live] : [live, new RecordingInput($"{history.Name}, before", () => history.OpenBefore(files[0]))];
    }

    private static string FileName(ProcessView process) =>
        string.Create(CultureInfo.InvariantCulture, $"jvm-{process.Id}-{DateTimeOffset.UtcNow:yyyyMMdd-HHmmss}.log");

    private static IEnumerable<Obstacle> Obstacles(HotSpotProcess jvm)
    {
        if (ProcessAccess.Obstacle(jvm.Process) is { } access)
        {
            yield return access;
            yield break;
        }

        if (jvm is { FeatureVersion: < FirstVersion, HasOldFlightRecorder: false })
            yield return new Obstacle(
                $"JDK {jvm.Version ?? "8"} has no log that can be enabled at run time, and no supported flight recorder "
                    + "(OpenJDK 8u262 and later have one)",
                "start it with -Xloggc:gc.log -XX:+PrintGCDetails -XX:+PrintGCDateStamps, then: unpause report gc.log");
        if (jvm.AttachObstacle() is { } attach) yield return attach;
    }

    private static string? CollectorOf(HotSpotProcess jvm)
    {
        var flags = jvm.Flags;
        foreach (var (flag, collector) in Collectors)
        {
            if (flags.Contains($"-XX:+{flag}", StringComparison.Ordinal)) return collector;
        }

        var policy = jvm.Data?.Text("sun.gc.policy.name");
        return Policies.FirstOrDefault(known => known.Policy == policy).Collector;
    }

    /// <summary>
    /// With G1, the old generation's limit is the heap's, plus some words so that it is never 0 (pad_capacity of
    /// g1MonitoringSupport.hpp). The limits of the other collectors' generations are added.
    /// </summary>
    private static long? HeapLimitOf(HotSpotProcess jvm)
    {
        const long PageBytes = 4096;
        if (jvm.Data is not { } data || data.Number("sun.gc.generation.1.maxCapacity") is not { } old) return ReportedHeapLimit(jvm.Flags);
        var limit = CollectorOf(jvm) is "Serial" or JvmCollectors.Parallel or "CMS"
            ? old + (data.Number("sun.gc.generation.0.maxCapacity") ?? 0)
            : old;
        return limit / PageBytes * PageBytes;
    }

    /// <summary>
    /// The limit in the options, for a JVM without performance data (<c>-XX:-UsePerfData</c>, or no file could be created).
    /// </summary>
    private static long? ReportedHeapLimit(string flags)
    {
        long? limit = null;
        foreach (var option in flags.Split(' '))
        {
            foreach (var start in (string[])["-Xmx", "-XX:MaxHeapSize="])
            {
                if (option.StartsWith(start, StringComparison.Ordinal)
                    && JvmFlags.TryReadBytes(Encoding.UTF8.GetBytes(option[start.Length..]), out var bytes))
                {
                    limit = bytes;
                }
            }
        }

        return limit;
    }
}

/// <summary>
/// The flags of a live JVM, set by the user or by ergonomics: region size, collector, heap, workers. A log that is enabled later lacks
/// its header, which contains them. The query stops no thread (VM.flags, src/hotspot/share/services/diagnosticCommand.cpp).
/// </summary>
[SupportedOSPlatform("linux")]
internal static class JvmSettings
{
    private const int MostFlags = 500, MostChars = 200;

    /// <summary>The JVM's flags; empty when it does not answer.</summary>
    public static IReadOnlyList<KeyValuePair<string, string>> Read(ProcessView process)
    {
        try
        {
            return Parse(JvmAttach.Execute(process, "VM.flags"));
        }
        catch (ObstacleException)
        {
            // They only complete a recording; without them it is as good as the log.
            return [];
        }
    }

    /// <summary>Parses <c>-XX:G1HeapRegionSize=1048576 -XX:+UseG1GC …</c>; switches are true or false.</summary>
    internal static IReadOnlyList<KeyValuePair<string, string>> Parse(string text)
    {
        var settings = new List<KeyValuePair<string, string>>();
        foreach (var word in text.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries))
        {
            if (!word.StartsWith("-XX:", StringComparison.Ordinal) || word.Length > MostChars || settings.Count >= MostFlags) continue;
            var flag = word[4..];
            var equals = flag.IndexOf('=', StringComparison.Ordinal);
            if (equals > 0) settings.Add(new(flag[..equals], flag[(equals + 1)..]));
            else if (flag.Length > 1 && flag[0] is '+' or '-') settings.Add(new(flag[1..], flag[0] == '+' ? "true" : "false"));
        }

        return settings;
    }
}
