using System.Runtime.CompilerServices;

namespace Unpause.Recordings.Readers.Jvm.Jstat;

/// <summary>One JVM's rows.</summary>
internal sealed class JstatProcess
{
    /// <summary>Of what one group says to have happened: more is damage.</summary>
    private const int MostTogether = 1_000;

    private const double Percent = 100;

    private static readonly (string Name, string Generation)[] Kinds =
    [
        ("YGC", Generations.Young), ("FGC", Generations.Full), ("CGC", Generations.Old),
    ];

    private readonly CollectionCounter[] _counters = [new(), new(), new()];
    private readonly CounterSeries _share = new(ProcessCounter.TimeInPauses, "percent"), _used = new("heap in use", "bytes"),
        _capacity = new("heap committed", "bytes"), _old = new("old generation in use", "percent");

    private readonly RecordingBuilder _recording;
    private readonly List<(int Kind, CountedGroup Group)> _ended = [];
    private long _rows, _together, _short, _earliest;
    private long? _zero, _last;
    private Total _togetherNanoseconds;
    private long _mostNanoseconds;

    public JstatProcess(JstatColumns columns, ReadContext context)
    {
        Columns = columns;
        _recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = JvmFormats.Jstat, Runtime = Runtimes.Jvm, Files = context.Files },
        };
        context.Memory.Watch(() => _recording.MemoryBytes + _share.MemoryBytes + _used.MemoryBytes + _capacity.MemoryBytes
            + _old.MemoryBytes + ((long)_ended.Capacity * Unsafe.SizeOf<(int, CountedGroup)>()));
    }

    public CoverageBuilder Coverage => _recording.Coverage;

    /// <summary>What its header names.</summary>
    public JstatColumns Columns { get; }

    /// <summary>Whether it has rows.</summary>
    public bool HasRows => _rows > 0;

    /// <summary>Whether a row is of another JVM, or of the same after a restart.</summary>
    public bool IsOfAnother(in JstatRow row) => row.Nanoseconds < _last
        || _counters[0].Falls(row.Young) || _counters[1].Falls(row.Full) || _counters[2].Falls(row.Concurrent);

    public void Take(in JstatRow row)
    {
        _rows++;
        _zero ??= row.Nanoseconds;
        var at = row.Nanoseconds - _zero;
        var interval = row.Nanoseconds - _last;
        _last = row.Nanoseconds ?? _last;
        var end = (_rows, at);
        var time = TakeCounter(0, row.Young, end) + TakeCounter(1, row.Full, end) + TakeCounter(2, row.Concurrent, end);
        // Pauses of an interval may have begun before it.
        if (interval > 0) _share.Add(at, Math.Min(Percent * time / interval.Value, Percent));
        if (row.UsedBytes is { } used) _used.Add(at, used);
        if (row.OldPercent is { } old) _old.Add(at, old);
        if (row.CapacityBytes is not { } capacity) return;
        _capacity.Add(at, capacity);
        _recording.HeapMaximumBytes = Math.Max(capacity, _recording.HeapMaximumBytes ?? 0);
    }

    /// <summary>The recording.</summary>
    /// <param name="lines">How many lines are its.</param>
    public Recording Finish(long lines)
    {
        for (var kind = 0; kind < Kinds.Length; kind++)
        {
            if (_counters[kind].End() is { } group) _ended.Add((kind, group));
        }

        AddGroups();
        Coverage.Lines = lines;
        var later = _earliest < 0 ? -_earliest : 0;
        if (later > 0) _recording.MoveTimes(later);
        var span = _last - _zero;
        // Pauses of which only sums are known would be missing from every share of time: their share is a counter.
        _recording.DurationNanoseconds = _together == 0 && _short == 0 && span > 0 ? span + later : null;
        var all = default(Total);
        foreach (var counter in _counters) all += counter.Nanoseconds;
        // Rows are of different lengths, the last one as a rule: their mean would not be the share of the time.
        if (span > 0) _share.Mean = Math.Min(Percent * all.Value / span.Value, Percent);
        _recording.ProcessCounters = CounterSeries.Build(later, _share, _used, _capacity, _old);
        AddNotes(all);
        return _recording.Build();
    }

    private long TakeCounter(int kind, CountAndTime now, (long Row, long? At) end)
    {
        var time = _counters[kind].Take(now, end, out var ended);
        if (ended is { } group) _ended.Add((kind, group));
        return time;
    }

    /// <summary>
    /// A group is known to be complete only in a later row, so groups of different kinds come in any order. Those of one row follow each
    /// other: young collections first, because a full one leaves the young generation empty.
    /// </summary>
    private void AddGroups()
    {
        _ended.Sort(static (one, other) => (one.Group.Row, one.Kind).CompareTo((other.Group.Row, other.Kind)));
        for (var i = 0; i < _ended.Count; i++)
        {
            var (kind, group) = _ended[i];
            long behind = 0;
            for (var next = i + 1; next < _ended.Count && _ended[next].Group.Row == group.Row; next++)
            {
                behind += _ended[next].Group.Nanoseconds;
            }

            Add(kind, group, group.End - behind);
        }
    }

    private void Add(int kind, CountedGroup group, long? end)
    {
        var (name, generation) = Kinds[kind];
        var isPause = group.Count == 1 && group.Nanoseconds > 0;
        if (group.Count > 1)
        {
            _together += group.Count;
            _togetherNanoseconds += group.Nanoseconds;
            _mostNanoseconds = Math.Max(_mostNanoseconds, group.Nanoseconds);
        }
        else if (!isPause)
        {
            _short++;
        }

        for (var i = 0; i < Math.Min(group.Count, MostTogether); i++)
        {
            var index = _recording.Collections.Count;
            var collection = _recording.Begin(index);
            collection.Generation = generation;
            collection.Kind = generation == Generations.Old ? CollectionKind.Background : CollectionKind.Blocking;
            if (!isPause) continue;
            var start = end - group.Nanoseconds;
            _earliest = Math.Min(_earliest, start ?? 0);
            collection.StartNanoseconds = start;
            collection.EndNanoseconds = end;
            _recording.Pauses.Add(new Pause(start ?? Pause.NoTime, group.Nanoseconds, index, name));
        }
    }

    private void AddNotes(Total all)
    {
        var (count, before, beforeCount) = (default(Total), default(Total), default(Total));
        foreach (var counter in _counters)
        {
            count += counter.Count;
            before += counter.First.Nanoseconds ?? 0;
            beforeCount += counter.First.Count ?? 0;
        }

        Coverage.Add($"Before the first row of jstat there were {Quantities.Count(beforeCount.Value, "collection")}{Together(before)}.");
        if (_rows < 2)
        {
            Coverage.Add("There is one row of jstat: what happened between rows is known only with an interval (jstat -gcutil -t PID 1s).");
            return;
        }

        if (count.Value == 0) return;
        var share = _share.Mean is { } mean && all.Value > 0 ? $", {Quantities.Percent(mean)} of the time" : "";
        Coverage.Add($"{Quantities.Count(count.Value, "collection")} in {Quantities.Count(_rows)} rows of jstat{Together(all)}{share}.");
        if (_together > 0)
        {
            Coverage.Add(
                $"{Quantities.Count(_together)} of these collections are in rows with several{Together(_togetherNanoseconds)}: counted, "
                + $"without pauses. None of their pauses is longer than {Longest(_mostNanoseconds)}. "
                + "A shorter interval of jstat leaves fewer of them, and the JVM's own log has each pause.");
        }

        if (_short > 0)
        {
            Coverage.Add($"{Quantities.Count(_short, "collection")} took less than jstat prints, or had not ended: "
                + "counted, without a pause.");
        }

        Coverage.Add(_zero is null
            ? "jstat ran without -t: when its rows were printed is not known, nor which share of the time pauses took."
            : "A pause ended at any time between two rows of jstat; it is placed at the end.");
    }

    private static string Together(Total nanoseconds) =>
        nanoseconds.Value > 0 ? $", {Quantities.Duration(nanoseconds)} in all" : ", less in all than jstat prints (1 ms)";

    private static string Longest(long nanoseconds) => nanoseconds > 0 ? Quantities.Duration((double)nanoseconds) : "jstat prints (1 ms)";
}
