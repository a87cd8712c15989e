namespace Unpause.Recordings.Readers.Jvm;

/// <summary>
/// Builds the recording of one JVM while its log is read. Times come in as the log prints them (nanoseconds since the
/// JVM's start, or since 1970 where the log has no uptime) and are moved to the recording's zero at the end.
/// </summary>
internal sealed class JvmProcess
{
    /// <summary>Collections that may be open at once: a long concurrent cycle overlaps many young collections.</summary>
    private const int Slots = 4096;

    private const int SlotsInRow = 64;

    /// <summary>A log whose first timestamp is earlier than this after the JVM's start covers it from its start.</summary>
    private const long StartUptimeNanoseconds = 5_000_000_000;

    // A log that was enabled while the JVM ran has no header; before this uptime nobody can have enabled it.
    private const long AttachedUptimeNanoseconds = 1_000_000_000;

    // How much longer than its pause a real time must be to count.
    private const long LeastWaitNanoseconds = 1_000_000_000;

    /// <summary>Fewer missing numbers than this are no gap.</summary>
    private const int FewestMissing = 3;

    /// <summary>A concurrent cycle is overtaken by fewer young collections than this.</summary>
    private const int RecentNumbers = 64;

    private const long RoundingNanoseconds = 1_000_000;

    /// <summary>Lines of a log's beginning are not further apart.</summary>
    private const long BeginningNanoseconds = 1_000_000_000;

    private const long NoTime = long.MinValue;

    // In rows that are made when they are needed: a log may contain thousands of JVMs with few collections each.
    private readonly CollectionSlot?[]?[] _open = new CollectionSlot?[Slots / SlotsInRow][];
    private long? _lastUsedBytes;
    private long _nextNumber;
    private long? _firstNumber;
    private int? _zoneMinutes;
    private JvmStamp? _first;
    private long _earliest = long.MaxValue;
    private long _lastNanoseconds = NoTime;
    private long _previousNanoseconds = NoTime;
    private bool _broken;
    private (long Started, long Grain)? _arrival;
    private int? _cpuExpected;

    public JvmProcess(string format, ReadContext context, CoverageBuilder coverage)
    {
        Recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = format, Runtime = Runtimes.Jvm, Files = context.Files },
            Coverage = coverage,
        };
        context.Memory.Watch(() => Recording.MemoryBytes);
        context.Follow?.Invoke(Recording);
    }

    /// <summary>The recording under construction.</summary>
    public RecordingBuilder Recording { get; }

    /// <summary>The collection that was looked up last.</summary>
    public CollectionSlot? Recent { get; private set; }

    /// <summary>Strings of causes and phases.</summary>
    public NameTable Names { get; } = new();

    /// <summary>Whether logs of this format begin with a header, so that one without it was begun later.</summary>
    public bool WritesHeader { get; init; }

    /// <summary>Whether the log shows the JVM's first lines.</summary>
    public bool HeaderSeen { get; set; }

    /// <summary>G1: bytes of a region, from the log's head or derived from its counts; null as long as neither is known.</summary>
    public long? RegionBytes { get; set; }

    /// <summary>Whether anything was read that a recording can be made of.</summary>
    public bool Used => Recording.Collections.Count > 0 || Recording.Stops is not null || Recording.Stalls.Count > 0;

    /// <summary>The latest timestamp in nanoseconds; null before the first.</summary>
    public long? LastNanoseconds => _lastNanoseconds == NoTime ? null : _lastNanoseconds;

    /// <summary>
    /// Whether times are known from the JVM's start on: a log that begins early, with the header where there is one, and whose first
    /// collection is the JVM's first.
    /// </summary>
    public bool CoversStart => _firstNumber is null or 0
        && _first is { SinceStart: true, Nanoseconds: var first and < StartUptimeNanoseconds }
        && (first < AttachedUptimeNanoseconds || HeaderSeen || !WritesHeader);

    /// <summary>Wall time of the JVM's start, by the last line with date and uptime; null before one.</summary>
    public long? UnixNanosecondsAtStart { get; set; }

    /// <summary>Whether its times are uptimes; else they are dates.</summary>
    public bool CountsFromStart => _first is null or { SinceStart: true };

    /// <summary>
    /// A timestamp on the clock of the first one: of JDK 6 and 7, lines of stops have only the date, and those of collections date and
    /// uptime. Null when that is not known.
    /// </summary>
    public JvmStamp? OnOwnClock(JvmStamp? stamp)
    {
        if (stamp is not { } its || _first is not { } first || its.SinceStart == first.SinceStart) return stamp;
        if (!first.SinceStart && its.UnixNanoseconds is { } date) return its with { Nanoseconds = date, SinceStart = false };
        if (UnixNanosecondsAtStart is not { } started) return null;
        return its with { Nanoseconds = its.Nanoseconds + (first.SinceStart ? -started : started), SinceStart = first.SinceStart };
    }

    /// <summary>
    /// Takes note of a pause, stop or stall: a log may begin inside one. What ends later but seems to have begun before the log is damaged.
    /// </summary>
    public void Lasted(long start, long end)
    {
        if (_first is null || end <= _first.Value.Nanoseconds + BeginningNanoseconds) _earliest = Math.Min(_earliest, start);
    }

    /// <summary>Takes note of a line's timestamp.</summary>
    public void Observe(in JvmStamp stamp)
    {
        var isWallNew = _first is not { UnixNanoseconds: not null };
        _first ??= stamp;
        _zoneMinutes ??= stamp.ZoneMinutes;
        if (_first is { UnixNanoseconds: null } first && stamp.UnixNanoseconds is { } wall && first.SinceStart == stamp.SinceStart)
        {
            _first = first with { UnixNanoseconds = wall - (stamp.Nanoseconds - first.Nanoseconds) };
        }

        // For those who follow the log; at its end the zero may be another.
        if (isWallNew && _first is { UnixNanoseconds: { } unix } known)
            Recording.Clock = JvmTimes.ClockOf(unix - known.Nanoseconds, known.SinceStart);
        ObserveAgain();
        if (stamp.Nanoseconds > _lastNanoseconds) _lastNanoseconds = stamp.Nanoseconds;
    }

    /// <summary>
    /// Takes note of when a line with only the uptime arrived: the least delayed line shows the start best.
    /// </summary>
    /// <param name="arrival">When it arrived, since 1970, and how much later it may have been; null when unknown.</param>
    public void Arrived(in JvmStamp stamp, (long UnixNanoseconds, long GrainNanoseconds)? arrival)
    {
        if (arrival is not { } at || stamp is not { SinceStart: true, UnixNanoseconds: null }) return;
        var started = at.UnixNanoseconds - stamp.Nanoseconds;
        if (_arrival is null || started < _arrival.Value.Started) _arrival = (started, at.GrainNanoseconds);
    }

    /// <summary>Takes note of a line with the same timestamp as the line before.</summary>
    public void ObserveAgain() => _previousNanoseconds = _lastNanoseconds;

    /// <summary>The collection with the runtime's number, opened at <paramref name="at"/> if it is new.</summary>
    public CollectionSlot Collection(long number, long? at)
    {
        if (Recent?.Number == number) return Recent;
        var slot = (int)((ulong)number % Slots);
        var row = _open[slot / SlotsInRow] ??= new CollectionSlot?[SlotsInRow];
        var open = Recent = row[slot % SlotsInRow] ??= new CollectionSlot();
        if (open.Number == number) return open;
        if (number > _nextNumber && Recording.Collections.Count > 0) NoteMissing(number, at);
        _firstNumber ??= number;
        var index = Recording.Collections.Count;
        var collection = Recording.Begin(number);
        collection.StartNanoseconds = at;
        open.Reset(number, index, collection, Recording.Phases.Count);
        _nextNumber = Math.Max(_nextNumber, number + 1);
        return open;
    }

    /// <summary>
    /// Collections are numbered without holes, so a hole means that lines are missing: a part of a rotated log, or what
    /// asynchronous logging dropped. A single number may belong to a cycle that logs nothing at this level.
    /// </summary>
    private void NoteMissing(long number, long? at)
    {
        var missing = number - _nextNumber;
        if (missing < FewestMissing) return;
        var lost = at is { } now && _previousNanoseconds != NoTime ? Math.Max(0, now - _previousNanoseconds) : 0;
        Recording.Lose(_previousNanoseconds, lost);
        _lastUsedBytes = null;
        _broken = true;
        Recording.Coverage.Add(string.Create(CultureInfo.InvariantCulture,
            $"collections {_nextNumber:N0} to {number - 1:N0} are missing from the log: {lost / 1e9:0.0} s are "
            + $"left out of shares and rates"));
    }

    /// <summary>
    /// Whether a line with a collection's number may be this JVM's next: the collection is under way, or new.
    /// </summary>
    public bool Continues(long number) =>
        number - _nextNumber < FewestMissing && (number >= _nextNumber || (_nextNumber - number < RecentNumbers && IsOpen(number)));

    /// <summary>Takes note of a collection that ended a second time.</summary>
    public void NoteRepeated(long number) => Repeated ??= number;

    /// <summary>The first collection that ended twice, as it happens when several JVMs write one log; null without any.</summary>
    public long? Repeated { get; private set; }

    /// <summary>Whether a collection with the runtime's number was begun.</summary>
    public bool IsOpen(long number) =>
        Recent?.Number == number || _open[(int)((ulong)number % Slots) / SlotsInRow]?[(int)((ulong)number % SlotsInRow)]?.Number == number;

    /// <summary>The number of a new collection for a log that doesn't number them.</summary>
    public long NextNumber => _nextNumber;

    /// <summary>A new collection for a log that doesn't number them.</summary>
    public CollectionSlot NextCollection(long? at) => Collection(_nextNumber, at);

    /// <summary>Adds a pause that ended at <paramref name="end"/>.</summary>
    public void AddPause(CollectionSlot open, long? end, long duration, string name)
    {
        if (duration > Limits.PauseNanoseconds)
        {
            Recording.Coverage.Add("pauses of more than a day are left out: their lines are damaged", unreadable: true);
            return;
        }

        var start = end is { } known ? known - duration : Pause.NoTime;
        Recording.Pauses.Add(new Pause(start, duration, open.Index, name));
        var item = open.Collection;
        if (item.Kind == CollectionKind.Background) AddCyclePause(open, duration);
        if (end is not { } ended) return;
        Lasted(start, ended);
        if (item.StartNanoseconds is null || item.StartNanoseconds > start) item.StartNanoseconds = start;
        Ended(item, end);
    }

    /// <summary>Adds the CPU time printed after a pause: to its collection, and to the pause itself where its cycle has more.</summary>
    public void AddCpu(Collection.Builder collection, long user, long system)
    {
        collection.CpuNanoseconds = Total.From(collection.CpuNanoseconds ?? 0) + user + system;
        collection.SystemCpuNanoseconds = Total.From(collection.SystemCpuNanoseconds ?? 0) + system;
        if (_cpuExpected is not { } at) return;
        _cpuExpected = null;
        ref var pause = ref Recording.CyclePauses.ItemRef(at);
        if (pause.Pause != Recording.Pauses.Count - 1) return;
        pause = pause with { CpuNanoseconds = Total.From(user) + system, SystemCpuNanoseconds = system };
    }

    /// <summary>
    /// Takes in the real time of the last pause, which is taken around it: the rest was waited for, too (for the log's disk, for memory).
    /// Only far longer ones count, because it is rounded to 10 ms.
    /// </summary>
    public void Waited(long real)
    {
        if (Recording.Pauses.Count == 0 || real > Limits.PauseNanoseconds) return;
        var last = Recording.Pauses[Recording.Pauses.Count - 1];
        if (real - last.DurationNanoseconds < LeastWaitNanoseconds || real < 2 * last.DurationNanoseconds) return;
        Recording.Pauses.Set(Recording.Pauses.Count - 1, last with { DurationNanoseconds = real });
        if (last.HasTime) _lastNanoseconds = Math.Max(_lastNanoseconds, last.StartNanoseconds + real);
    }

    private void AddCyclePause(CollectionSlot open, long duration)
    {
        var (first, end) = (open.FirstPhase, Recording.Phases.Count);
        open.FirstPhase = end;
        _cpuExpected = null;
        if (duration < CyclePause.LeastNanoseconds) return;
        _cpuExpected = Recording.CyclePauses.Count;
        Recording.CyclePauses.Add(new CyclePause(Recording.Pauses.Count - 1, first, end));
    }

    /// <summary>Moves a collection's end to a later timestamp.</summary>
    public static void Ended(Collection.Builder collection, long? at)
    {
        if (at is not null && (collection.EndNanoseconds is null || collection.EndNanoseconds < at)) collection.EndNanoseconds = at;
    }

    /// <summary>Takes note of the whole heap's size before and after a step of a collection, and of what was allocated up to it.</summary>
    public void HeapChanged(Collection.Builder collection, in HeapChange change)
    {
        var last = _lastUsedBytes ?? (CoversStart && !_broken ? 0 : null);
        if (last is not null)
        {
            collection.AllocatedBytes = Total.From(collection.AllocatedBytes ?? 0) + (change.Before - last.Value);
        }

        collection.HeapBeforeBytes ??= change.Before;
        if (change.After is not null) collection.HeapAfterBytes = change.After;
        if (change.CapacityBytes is not null) collection.HeapCapacityBytes = change.CapacityBytes;
        _lastUsedBytes = change.After ?? change.Before;
    }

    /// <summary>Replaces rounded sizes by exact ones.</summary>
    public void HeapRefined(Collection.Builder collection, in HeapChange change)
    {
        if (collection.HeapBeforeBytes is null)
        {
            HeapChanged(collection, change);
            return;
        }

        collection.HeapBeforeBytes = change.Before;
        if (change.After is null) return;
        collection.HeapAfterBytes = change.After;
        collection.HeapCapacityBytes = change.CapacityBytes ?? collection.HeapCapacityBytes;
        _lastUsedBytes = change.After;
    }

    /// <summary>Marks a collection with some of <see cref="JvmMarks"/>; the list may become the collection's own.</summary>
    public static void Mark(Collection.Builder collection, string[] marks)
    {
        if (marks.Length == 0) return;
        if (collection.Marks is null) collection.Marks = marks;
        else foreach (var mark in marks) Mark(collection, mark);
    }

    /// <summary>Marks a collection with one of <see cref="JvmMarks"/>.</summary>
    public static void Mark(Collection.Builder collection, string mark)
    {
        if (collection.Marks is null) collection.Marks = [mark];
        else if (!collection.Marks.Contains(mark)) collection.Marks = [.. collection.Marks, mark];
    }

    /// <summary>Makes uptimes of dates, if lines that followed the first ones had both.</summary>
    private void CountFromStart()
    {
        if (CountsFromStart || UnixNanosecondsAtStart is not { } started || _first!.Value.Nanoseconds < started) return;
        _first = _first.Value with { Nanoseconds = _first.Value.Nanoseconds - started, SinceStart = true };
        Recording.MoveTimes(-started);
        _lastNanoseconds -= started;
        if (_earliest != long.MaxValue) _earliest -= started;
    }

    /// <summary>Moves all times to the recording's zero and gives the recording.</summary>
    public Recording Finish()
    {
        CountFromStart();
        if (_first is not { } first) return Recording.Build();
        var zero = CoversStart ? 0 : first.Nanoseconds;
        // Nothing is earlier than the JVM; stamps are rounded.
        if (!CoversStart && _earliest < zero - RoundingNanoseconds) zero = _earliest;
        JvmTimes.Shift(Recording, zero);
        Recording.DurationNanoseconds = Math.Max(0, _lastNanoseconds - zero);
        if (first is { SinceStart: true, UnixNanoseconds: { } wall })
        {
            Recording.Source.ProcessStartedAt = DateTimeOffset.UnixEpoch.AddTicks((wall - first.Nanoseconds) / 100);
        }

        if (first.UnixNanoseconds is { } unix)
        {
            var clock = JvmTimes.ClockOf(unix - (first.Nanoseconds - zero), first.SinceStart);
            Recording.Clock = clock with { ZoneMinutes = _zoneMinutes };
        }
        else if (_arrival is { } arrival && first.SinceStart)
        {
            Recording.Source.ProcessStartedAt = DateTimeOffset.UnixEpoch.AddTicks(arrival.Started / 100);
            Recording.Clock = JvmTimes.ClockOfArrival(arrival.Started + zero, arrival.Grain);
        }

        return Recording.Build();
    }
}
