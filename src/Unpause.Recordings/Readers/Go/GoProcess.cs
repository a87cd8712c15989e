namespace Unpause.Recordings.Readers.Go;

/// <summary>Collects the gctrace lines of one process into its recording.</summary>
internal sealed class GoProcess
{
    private static readonly string Timer = System.Text.Encoding.ASCII.GetString(GctraceGrammar.Forced);
    private readonly ArrivalClock _arrivals = new();
    private readonly long _zero;
    private long? _liveBytes;
    private long _missing;
    private long _unstamped;
    private long _withFurther;

    public GoProcess(IReadOnlyList<string> files, in GcLine first)
    {
        Recording = new RecordingBuilder { Source = new SourceBuilder
        {
            Format = GoDescriptor.Gctrace,
            Runtime = Runtimes.Go,
            Files = files,
            Collector = "concurrent mark-sweep"
        } };
        Number = first.Number - 1;
        Shape = first.Shape;
        Start = first.Start ?? 0;
        BeganBefore = first.Number > 1;
        // The recording begins with the runtime where its first line is there, and else with the first that is.
        _zero = BeganBefore ? Start : 0;
        if (!BeganBefore) _liveBytes = 0;
        if (first.Shape <= GcLineShape.Go13To14) Recording.Source.Collector = "stop-the-world mark-sweep";
        Recording.Source.Settings[GoSettings.LineVersions] = first.Row.Versions;
    }

    public RecordingBuilder Recording { get; }

    public GcLineShape Shape { get; private set; }

    /// <summary>The number of the latest line.</summary>
    public long Number { get; private set; }

    /// <summary>The start of the latest line's cycle.</summary>
    public long Start { get; private set; }

    /// <summary>Whether lines of the process precede the recording.</summary>
    public bool BeganBefore { get; }

    /// <summary>Earliest estimate of the runtime's start by arrival timestamps, nanoseconds since 1970; null without any.</summary>
    public long? StartedAt => _arrivals.Earliest;

    public void Add(in GcLine line, long? arrival, bool periodic)
    {
        if (line.Number != Number + 1)
        {
            _missing += line.Number - Number - 1;
            _liveBytes = null;
        }

        Number = line.Number;
        Shape = line.Shape;
        Start = line.Start ?? 0;
        if (arrival is { } stamp && line.Start is not null) _arrivals.Add(stamp, line);
        else _unstamped++;
        if (line.HasFurther) _withFurther++;
        var index = Recording.Collections.Count;
        var collection = Recording.Begin(line.Number);
        collection.WholeHeap = true;
        collection.Induced = line.Forced;
        collection.Kind = line.Start is null ? CollectionKind.Blocking : CollectionKind.Background;
        collection.Cause = line.Forced ? Causes.Induced : periodic ? Causes.Periodic : line.Start is null ? null : Causes.Allocation;
        collection.RuntimeCause = line.Forced ? "forced" : periodic ? Timer : null;
        collection.FreedObjects = line.FreedObjects;
        AddTimes(line, index, collection);
        AddHeap(line, index, collection);
        Recording.Source.Settings[GoSettings.Processors] = line.Processors.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }

    /// <summary>The program of the process.</summary>
    public void Name(GoProgramLine program)
    {
        var source = Recording.Source;
        source.Command = program.Command;
        if (program.ProcessId == 0) return;
        (source.ProcessId, source.RuntimeVersion) = (program.ProcessId, program.Version);
        foreach (var (name, value) in program.Settings) source.Settings[name] = value;
    }

    public RecordingBuilder Finish()
    {
        var coverage = Recording.Coverage;
        if (Shape >= GcLineShape.Go15)
        {
            coverage.Add(
                "Go's pauses are a lower bound: gctrace takes its last timestamp before it restarts "
                    + "the world, truncates the times it prints, "
                + "and does not include the time that goroutines spend in mark assists.");
            Recording.DurationNanoseconds = Recording.Collections[^1].EndNanoseconds;
            Recording.Clock = _arrivals.ToClock(_zero);
        }
        else
        {
            coverage.Add("Go 1.4 and earlier print no timestamps: pauses have a length, but no time.");
        }

        if (BeganBefore)
        {
            coverage.Add(
                $"The output begins with gc {Number - _missing - Recording.Collections.Count + 1:N0} of the process: "
                + "earlier collections are not in the recording.");
        }

        if (_withFurther > 0)
        {
            coverage.Add($"{_withFurther:N0} gctrace lines have fields that unpause does not know; their other fields are read.");
        }

        if (_missing > 0) coverage.Add($"{_missing:N0} collections are missing between the lines.");
        if (StartedAt is not null && _unstamped > 0) coverage.Add($"{_unstamped:N0} lines have no arrival timestamp.");
        return Recording;
    }

    private void AddTimes(in GcLine line, int index, Collection.Builder collection)
    {
        var names = line.Row.Phases;
        var concurrent = line.Start is not null;
        var at = (line.Start ?? 0) - _zero;
        if (concurrent) collection.StartNanoseconds = at;
        for (var phase = 0; phase < names.Count; phase++)
        {
            var pause = line.Row.Stops.Contains(phase);
            Recording.Phases.Add(new Phase(index, names[phase], line.Clock(phase), Concurrent: concurrent && !pause));
            if (concurrent && pause) Recording.Pauses.Add(new Pause(at, line.Clock(phase), index, names[phase]));
            at += line.Clock(phase);
        }

        if (concurrent) collection.EndNanoseconds = at;
        else Recording.Pauses.Add(new Pause(Pause.NoTime, line.Duration, index, "collection"));
        if (!concurrent) return;
        collection.CpuNanoseconds = line.Cpu;
        Recording.Counters.Add(new Counter(index, GoCounters.AssistMilliseconds, line.AssistCpu / 1e6));
        Recording.Counters.Add(new Counter(index, GoCounters.DedicatedMilliseconds, line.DedicatedCpu / 1e6));
        Recording.Counters.Add(new Counter(index, GoCounters.IdleMilliseconds, line.IdleCpu / 1e6));
        // Go counts so many processors for the time of a stop as had work or had stopped.
        var stopped = line.Cpu - line.AssistCpu - line.DedicatedCpu - line.IdleCpu;
        Recording.Counters.Add(new Counter(index, GoCounters.StoppedMilliseconds, Math.Max(0, stopped) / 1e6));
        Recording.Counters.Add(new Counter(index, GoCounters.CpuPercent, line.CpuPercent));
    }

    /// <summary>
    /// Since 1.5 the sizes are heap at the start, heap at the end of marking, and what was marked. In 1.3 and 1.4 they
    /// are the estimated live heap after the collection before, and the heap now (runtime/mgc0.c).
    /// </summary>
    private void AddHeap(in GcLine line, int index, Collection.Builder collection)
    {
        if (line.Shape == GcLineShape.Go13To14)
        {
            collection.HeapBeforeBytes = line.Heap1;
            if (index > 0)
            {
                var last = Recording.Edit(index - 1);
                last.HeapAfterBytes = line.Heap0;
            }

            if (line.Heap1 >= line.Heap0) collection.AllocatedBytes = line.Heap1 - line.Heap0;
            return;
        }

        var grown = line.Shape == GcLineShape.Go10To12 ? line.Heap0 : line.Heap1;
        var live = line.Shape == GcLineShape.Go10To12 ? line.Heap1 : line.Heap2;
        collection.HeapBeforeBytes = line.Heap0;
        collection.HeapAfterBytes = live;
        if (_liveBytes is { } before && grown >= before) collection.AllocatedBytes = grown - before;
        _liveBytes = live;
        if (line.Start is null) return;
        Recording.Counters.Add(new Counter(index, GoCounters.MarkEndBytes, line.Heap1));
        Recording.Counters.Add(new Counter(index, GoCounters.GoalBytes, line.Goal));
        if (line.Stacks is > 0) Recording.Counters.Add(new Counter(index, GoCounters.StackBytes, line.Stacks.Value));
        if (line.Globals is > 0) Recording.Counters.Add(new Counter(index, GoCounters.GlobalBytes, line.Globals.Value));
    }
}
