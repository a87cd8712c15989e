using System.Runtime.CompilerServices;
using Unpause.Recordings.Packed;

namespace Unpause.Recordings.Readers.Go;

/// <summary>One Go process while its stops are read. Times come in on CLOCK_MONOTONIC; the recording begins with the process.</summary>
/// <param name="files">The files of the recording.</param>
/// <param name="coverage">What is reported of them.</param>
/// <param name="seen">When its probes were in place.</param>
internal sealed class StopsProcess(IReadOnlyList<string> files, CoverageBuilder coverage, int id, long began, long seen)
{
    /// <summary>The note on stops without gc lines.</summary>
    public const string SeenFromOutside =
        "Measured by kernel probes: a pause lasts from the call that stops the world to the call that starts it, where that is recorded. "
        + "The first goroutines run slightly later. Probes do not record sizes and causes.";

    private readonly StopList _stops = new();
    private RecordingBuilder? _recording;
    private int _open = -1;
    private long _last;
    private long _lost;
    private long _outOfOrder;
    private (long Unix, long At, long Uncertainty)? _wall;
    private Total _called;
    private Total _returned;
    private long _longestCalled;
    private bool _isRange = true;
    private long? _sweptUntil;

    /// <summary>The Go version; null when it is not recorded.</summary>
    public string? Version { get; init; }

    /// <summary>Whether the process was already running when it was first seen: the recording then begins there.</summary>
    public bool RanBefore { get; set; }

    public required string Program { get; init; }

    /// <summary>Pages that the kernel moved between nodes meanwhile.</summary>
    public NumaRates Numa { get; } = new();

    /// <summary>How its goroutines helped the collector, where that was looked for.</summary>
    public SeenAssists Assists { get; } = new();

    /// <summary>About how much memory it takes by now.</summary>
    public long MemoryBytes => (_recording?.MemoryBytes ?? 0) + _stops.MemoryBytes + Numa.MemoryBytes + Assists.MemoryBytes;

    /// <summary>The recording while it is filled, with its stops.</summary>
    public RecordingBuilder Followed
    {
        get
        {
            Recording.Stops = _stops;
            return Recording;
        }
    }

    private RecordingBuilder Recording => _recording ??= new RecordingBuilder
    {
        RecordsPauses = true,
        Coverage = coverage,
        Source = new SourceBuilder
        {
            Format = GoDescriptor.Stops,
            Runtime = Runtimes.Go,
            Files = files,
            Collector = "concurrent mark-sweep",
            RuntimeVersion = Version,
            ProcessId = id,
            Command = Program,
        },
    };

    /// <summary>Takes a reading of the wall clock.</summary>
    public bool SetWall(long unix, long at, long uncertainty)
    {
        if (_wall is not null) return true;
        _wall = (unix, at, uncertainty);
        Recording.Clock = ClockOfStart();
        return true;
    }

    /// <summary>Takes a stop; false when it can't be one of this process.</summary>
    /// <param name="start">When the call came that stops the world.</param>
    /// <param name="called">When the call came that starts it; its return where that isn't known.</param>
    /// <param name="end">When that call returned.</param>
    /// <param name="reason">What the stop was for.</param>
    public bool Add(long start, long called, long end, string reason)
    {
        if (start < Math.Max(began, _last)) return Misplaced();
        _last = end;
        AddRange(start, called, end);
        var collects = reason is StopReasons.Sweep or StopReasons.Mark;
        // Goroutines resume between the call that starts the world and its return; on a busy machine the return may come much later.
        end = called;
        _stops.Add(new Stop(start - began, end - start, null, reason, collects));
        if (!collects) return true;
        if (reason == StopReasons.Sweep) Begin(start - began);
        else if (_open < 0) Begin(null);
        Recording.Pauses.Add(new Pause(start - began, end - start, _open, reason));
        AddPhase(start, end, reason);
        // The last such stop is its end: an earlier one found that there was more to mark (gcMarkDone in runtime/mgc.go).
        if (reason == StopReasons.Mark) Recording.Edit(_open).EndNanoseconds = end - began;
        return true;
    }

    /// <summary>Between its two stops a collection marks while the application runs.</summary>
    private void AddPhase(long start, long end, string reason)
    {
        if (reason == StopReasons.Mark && _sweptUntil is { } from)
            Recording.Phases.Add(new Phase(_open, StopReasons.Marking, start - from, Concurrent: true));
        Recording.Phases.Add(new Phase(_open, reason, end - start));
        _sweptUntil = end;
    }

    private void AddRange(long start, long called, long end)
    {
        _isRange &= called < end;
        _called += called - start;
        _returned += end - start;
        _longestCalled = Math.Max(_longestCalled, called - start);
    }

    /// <summary>Takes an assist; false when it can't be one of this process.</summary>
    public bool AddAssist(long start, long end) => start >= seen && Assists.Add(start, end);

    /// <summary>Assists are seen no more; false when that can't be.</summary>
    public bool EndAssists(long at, long most) => at >= seen && Assists.End(at, most);

    /// <summary>Records found no room.</summary>
    public bool Lose(long count)
    {
        _lost = Math.Min(_lost + count, Limits.LongestNanoseconds);
        return true;
    }

    /// <summary>The process, or watching it, ended.</summary>
    public bool End(long at)
    {
        if (at < Math.Max(began, _last)) return Misplaced();
        _last = at;
        return true;
    }

    public Recording Finish()
    {
        var recording = Recording;
        recording.Stops = _stops;
        var end = Math.Max(began, _last);
        recording.DurationNanoseconds = end - began;
        if (seen > began) recording.Lose(0, Math.Min(seen, end) - began);
        recording.Clock = ClockOfStart();
        recording.ProcessCounters = Numa.Counters(began);
        coverage.Add(SeenFromOutside);
        recording.AssistRanges = Assists.Build();
        if (recording.AssistRanges is not null) AddAssistNotes(end);
        if (_isRange && _stops.Count > 0)
        {
            coverage.Add(
                "The exact end of each stop is not measured. "
                + $"In total they last {Quantities.Duration(_called.Value)} up to the calls that start the world, which is counted, "
                + $"and {Quantities.Duration(_returned.Value)} up to their returns, which is the most that it can be. "
                + $"The longest lasts {Quantities.Duration(_longestCalled)} up to the call.");
        }

        if (RanBefore) coverage.Add("The process was already running when the recording began: what came before is not recorded.");
        if (seen > began)
        {
            coverage.Add($"The probes were in place {Quantities.Duration(seen - began)} after the process started: "
                + "earlier collections are not recorded.");
        }

        if (_lost > 0)
        {
            var missing = recording.AssistRanges is null ? "stops" : "stops and assists";
            coverage.Add($"{_lost:N0} kernel records were lost because the buffer was full: {missing} may be missing.", unreadable: true);
        }

        if (_outOfOrder > 0)
            coverage.Add($"{_outOfOrder:N0} lines are out of order and are left out.", unreadable: true);
        return recording.Build();
    }

    private void AddAssistNotes(long end)
    {
        coverage.Add(SeenAssists.SeenFromOutside);
        if (Assists.Ended is not { } ended) return;
        coverage.Add(
            $"Mark assists were measured for only {Quantities.Duration(Math.Min(ended.At, end) - seen)} of "
                + $"{Quantities.Duration(end - seen)}. "
            + $"There were more than {ended.Most / 2:N0} per second on one processor, and measuring "
            + "more would have cost the process over 1 %. "
            + "Numbers of assists are of that time; collections are of the whole recording.");
    }

    private Clock ClockOfStart() => _wall is { } wall
        ? Clock.Since1970(
            wall.Unix - (wall.At - began), Math.Max(wall.Uncertainty, TimeSpan.NanosecondsPerTick), "both clocks, read by the recorder")
        : Clock.Unknown;

    private void Begin(long? start)
    {
        _open = Recording.Collections.Count;
        var collection = Recording.Begin(_open);
        collection.WholeHeap = true;
        collection.Kind = CollectionKind.Background;
        collection.StartNanoseconds = start;
        Assists.Collects(began + (start ?? 0));
    }

    private bool Misplaced()
    {
        _outOfOrder++;
        return true;
    }
}

/// <summary>What a Go runtime stops the world for, by number (stwReason of runtime/proc.go, Go 1.21 to 1.26; reworded shortly).</summary>
internal static class StopReasons
{
    /// <summary>The stop that begins a collection, and the one that ends it.</summary>
    public const string Sweep = "sweep termination", Mark = "mark termination";

    /// <summary>What it does between the two while the application runs, as in gc lines (<see cref="GcLineShapes"/>).</summary>
    public const string Marking = "mark and scan";

    private static readonly string[] Names =
    [
        StopReason.NotRecorded, Mark, Sweep, StopReason.HeapDump, GoStops.GoroutineProfile, "end of goroutine profile", GoStops.AllStacks,
        GoStops.MemStats, "system call on all threads", GoStops.ProcessorsChange, GoStops.TraceStart, GoStops.TraceEnd,
    ];

    // stwReasonStrings of runtime/proc.go, in the order of the numbers.
    private static readonly string[] InTraces =
    [
        "unknown", "GC mark termination", "GC sweep termination", "write heap dump", GoStops.GoroutineProfile, "goroutine profile cleanup",
        "all goroutines stack trace", "read mem stats", "AllThreadsSyscall", GoSettings.Processors, "start trace", "stop trace",
    ];

    /// <summary>The name of a reason that an execution trace spells out.</summary>
    public static string OfTrace(ReadOnlySpan<byte> kind)
    {
        for (var number = 0; number < InTraces.Length; number++)
        {
            if (System.Text.Ascii.Equals(kind, InTraces[number])) return Names[number];
        }

        return kind.IsEmpty ? Names[0] : GetName(Names.Length);
    }

    /// <summary>The name of a reason.</summary>
    public static string GetName(long number) => number >= 0 && number < Names.Length ? Names[number] : "for the runtime's own tests";
}
