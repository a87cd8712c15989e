namespace Unpause.Recordings.Readers.Jvm.PerfData;

/// <summary>
/// Reads a copy of <c>/tmp/hsperfdata_USER/PID</c> (<see cref="PerformanceData"/>): counts of collections and sums of their pauses since
/// the JVM's start, as jstat prints them in one row. No single pause is in it.
/// </summary>
internal sealed class PerformanceReader : IRecordingReader
{
    /// <summary>Collectors that a JVM counts: young, full, concurrent.</summary>
    private const int Collectors = 3;

    /// <summary>Spaces of a generation: eden, survivors.</summary>
    private const int GenerationCount = 2, Spaces = 3;

    private const double Percent = 100;

    private const long Kilobyte = 1024;

    /// <summary>The end of the year 9999.</summary>
    private const long LastUnixMilliseconds = 253_402_300_800_000;

    private static readonly (string Start, string Collector, string Versions)[] Names =
    [
        ("G1 ", JvmCollectors.G1, "8-25"),
        ("Parallel ", JvmCollectors.Parallel, "11-25"),
        ("PS", JvmCollectors.Parallel, "8"),
        ("Serial ", JvmCollectors.Serial, "11-25"),
        ("Copy", JvmCollectors.Serial, "8"),
        ("MSC", JvmCollectors.Serial, "8"),
        ("CMS", JvmCollectors.ConcurrentMarkSweep, "8-13"),
        ("ZGC ", JvmCollectors.Z, "21-25"),
        ("Z ", JvmCollectors.Z, "15-20"),
        (JvmCollectors.Shenandoah, JvmCollectors.Shenandoah, "11-25"),
    ];

    /// <inheritdoc/>
    public string? Fault { get; private set; }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = JvmFormats.PerformanceData, Runtime = Runtimes.Jvm, Files = context.Files },
        };
        var bytes = new byte[PerformanceData.MostBytes];
        var length = WholeRead.Fill(stream, bytes, recording.Coverage);
        var data = PerformanceData.Parse(bytes.AsSpan(0, length));
        if (data?.Number("sun.os.hrt.frequency") is not (> 0 and var frequency))
        {
            Fault = "cannot be read: the performance data has no clock, so it is cut or damaged";
            return [];
        }

        if (!data.IsComplete) recording.Coverage.Add("The file is cut or damaged: some of its counters are missing.", unreadable: true);
        TakeSource(recording, data);
        TakeHeap(recording, data);
        new Counts(recording, data, frequency).Take();
        return [recording.Build()];
    }

    private static void TakeSource(RecordingBuilder recording, PerformanceData data)
    {
        var source = recording.Source;
        source.RuntimeVersion = data.Text(PerformanceData.JavaVersion) ?? data.Text("java.property.java.vm.version");
        if (data.Number("sun.rt.createVmBeginTime") is > 0 and < LastUnixMilliseconds and var began)
            source.ProcessStartedAt = DateTimeOffset.FromUnixTimeMilliseconds(began);
        for (var i = 0; i < Collectors; i++)
        {
            if (data.Text($"sun.gc.collector.{i}.name") is not { } name) continue;
            foreach (var (start, collector, _) in Names)
            {
                if (source.Collector is null && name.StartsWith(start, StringComparison.Ordinal)) source.Collector = collector;
            }
        }
    }

    private static void TakeHeap(RecordingBuilder recording, PerformanceData data)
    {
        // With regions, each generation may take the whole heap.
        var isDivided = recording.Source.Collector is not (JvmCollectors.G1 or JvmCollectors.Z or JvmCollectors.Shenandoah);
        long used = 0, capacity = 0, most = 0;
        for (var generation = 0; generation < GenerationCount; generation++)
        {
            var maximum = Plus(0, data.Number($"sun.gc.generation.{generation}.maxCapacity"));
            most = isDivided ? Plus(most, maximum) : Math.Max(most, maximum);
            for (var space = 0; space < Spaces; space++)
            {
                used = Plus(used, data.Number($"sun.gc.generation.{generation}.space.{space}.used"));
                capacity = Plus(capacity, data.Number($"sun.gc.generation.{generation}.space.{space}.capacity"));
            }
        }

        var (inUse, committed) = (new CounterSeries("heap in use", "bytes"), new CounterSeries("heap committed", "bytes"));
        if (used > 0) inUse.Add(null, used);
        if (capacity > 0) committed.Add(null, capacity);
        recording.ProcessCounters = CounterSeries.Build(0, inUse, committed);
        // G1 adds eight bytes to each space (G1MonitoringSupport::pad_capacity).
        if (most > 0) recording.HeapMaximumBytes = most & ~(Kilobyte - 1);

        static long Plus(long sum, long? more) => more is > 0 and <= Limits.HeapBytes ? Math.Min(sum + more.Value, Limits.HeapBytes) : sum;
    }

    /// <summary>Counts and sums of pauses.</summary>
    private sealed class Counts(RecordingBuilder recording, PerformanceData data, long frequency)
    {
        private readonly CoverageBuilder _coverage = recording.Coverage;
        private Total _pauses;
        private long _uptime;

        public void Take()
        {
            // Shenandoah counts concurrent phases as it counts pauses (ShenandoahConcurrentPhase, JDK 17).
            var isPauses = recording.Source.Collector != JvmCollectors.Shenandoah;
            _uptime = Nanoseconds("sun.os.hrt.ticks") ?? 0;
            for (var i = 0; i < Collectors; i++) TakeCollector($"sun.gc.collector.{i}", isPauses);
            TakeSafepoints(isPauses);
            var share = new CounterSeries(ProcessCounter.TimeInPauses, "percent");
            if (_uptime > 0)
            {
                share.Add(null, Math.Min(Percent * _pauses.Value / _uptime, Percent));
                _coverage.Add($"All numbers are sums since the JVM's start, {Quantities.Duration((double)_uptime)} before. "
                    + "Single pauses are in its log (-Xlog:gc*,safepoint). Several rows of jstat -gcutil -t PID 1s show when they were.");
            }

            var counters = CounterSeries.Build(0, share);
            if (counters is not null) recording.ProcessCounters = [.. counters, .. recording.ProcessCounters ?? []];
            if (data.Text("sun.gc.cause") is { Length: > 0 } cause && cause != "No GC")
                _coverage.Add($"A collection was running when the file was copied (cause: {cause}).");
            else if (data.Text("sun.gc.lastCause") is { Length: > 0 } last && last != "No GC")
                _coverage.Add($"Cause of the last collection: {last}.");
        }

        private void TakeCollector(string collector, bool isPauses)
        {
            if (data.Text($"{collector}.name") is not { } name || data.Number($"{collector}.invocations") is not (> 0 and var count)
                || Nanoseconds($"{collector}.time") is not { } time) return;
            var (entry, exit) = (Nanoseconds($"{collector}.lastEntryTime"), Nanoseconds($"{collector}.lastExitTime"));
            _uptime = Math.Max(_uptime, exit ?? 0);
            if (isPauses) _pauses += time;
            var last = isPauses && exit > entry ? $"; the last took {Quantities.Duration((double)(exit - entry)!.Value)}" : "";
            var phases = isPauses ? "" : " (with concurrent phases, which are no pauses)";
            _coverage.Add($"{name}: {Quantities.Count(count)}, {Quantities.Duration((double)time)} in all, "
                + $"{Quantities.Duration((double)time / count)} on average{last}{phases}.");
        }

        private void TakeSafepoints(bool isPauses)
        {
            if (data.Number("sun.rt.safepoints") is not (> 0 and var count) || Nanoseconds("sun.rt.safepointTime") is not { } time) return;
            var sync = Nanoseconds("sun.rt.safepointSyncTime");
            if (!isPauses) _pauses = Total.From(time) + (sync ?? 0);
            var reaching = sync is { } known ? $", and {Quantities.Duration((double)known)} to reach them" : "";
            _coverage.Add($"Safepoints (all stop-the-world pauses): {Quantities.Count(count)}, {Quantities.Duration((double)time)} in all"
                + $"{reaching}.");
        }

        private long? Nanoseconds(string name)
        {
            if (data.Number(name) is not (>= 0 and var ticks)) return null;
            var nanoseconds = ticks * 1e9 / frequency;
            return nanoseconds <= Limits.LongestNanoseconds ? (long)nanoseconds : null;
        }
    }
}
