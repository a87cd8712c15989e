using Unpause.Recordings.Cpu;
using Unpause.Recordings.Exits;
using Unpause.Recordings.Packed;

namespace Unpause.Recordings.Windows;

/// <summary>
/// Makes a recording of a part of another, so that every number of it is of that part. Its zero is the beginning of the part. An event
/// is in it when it begins in it; a border inside a pause or stop moves to the end of that, so no pause is cut and none is counted in
/// two adjacent parts. A collection is in it when it begins in it or has a pause in it. What has no time is left out; a note says so.
/// </summary>
public static class RecordingWindow
{
    /// <summary>The part between two times.</summary>
    /// <param name="from">Its beginning, in nanoseconds since the recording's zero.</param>
    /// <param name="until">Its end.</param>
    /// <returns>Null when the recording has no times, or nothing of it lies between them.</returns>
    public static Recording? Cut(Recording recording, long from, long until)
    {
        if (recording.DurationNanoseconds is not { } length) return null;
        var borders = new Borders(recording);
        (from, until) = (from <= 0 ? long.MinValue : borders.After(from), until >= length ? long.MaxValue : borders.After(until));
        var (zero, end) = (Math.Max(0, from), Math.Min(length, until));
        if (zero >= end) return null;
        var cut = new PartOfTime(from, until, zero);
        var collections = CutCollections.Of(recording, cut);
        return recording with
        {
            Clock = cut.Moved(recording.Clock),
            Coverage = recording.Coverage.With(NoteOf(recording)),
            DurationNanoseconds = end - zero,
            LostNanoseconds = Math.Min(end - zero, recording.Gaps.Sum(gap => gap.Within(zero, end))),
            Gaps = [.. recording.Gaps.Where(gap => gap.Within(zero, end) > 0).Select(gap =>
                new Gap(Math.Max(0, gap.StartNanoseconds - zero), gap.Within(zero, end)))],
            Part = recording.Part is { } part
                ? part with { FromNanoseconds = part.FromNanoseconds + zero }
                : new RecordingPart(zero, length),
            RecordsPauses = recording.PauseKnowledge == PauseKnowledge.Known,
            CyclePauses = collections.CyclePauses,
            Collections = collections.Collections,
            Pauses = collections.Pauses,
            Phases = collections.Phases,
            Counters = collections.Counters,
            Ages = collections.Ages,
            Facts = collections.Facts,
            Stops = recording.Stops is { } stops ? cut.Of(stops) : null,
            Stalls = cut.Of(recording.Stalls),
            OldObjects = cut.Of(recording.OldObjects),
            AtExit = recording.AtExit is { } atExit ? cut.Of(atExit) : null,
            Requests = recording.Requests is { } requests ? cut.Of(requests) : null,
            ProcessCounters = recording.ProcessCounters is { } counters ? cut.Of(counters) : null,
            Uncollected = cut.Of(recording.Uncollected),
            ProgramClock = null,
            HeapPeakBytes = null,
            Garbage = null,
            Finalizers = null,
            FinalizerGoroutines = [],
            AllocatedBytes = null,
            AllocatedSource = recording.AllocatedBytes is null ? recording.AllocatedSource : null,
            Allocations = null,
            LiveHeap = null,
            Goroutines = null,
            Profiles = [],
            LargeObjectDeaths = null,
            Gen2Deaths = null,
            InducedBy = null,
            HeapGraph = null,
            HeapState = null,
            CpuSamples = null,
            OtherWaits = [],
            AssistRanges = null,
            HeapCountDecisions = Column<HeapCountDecision>.Empty,
        };
    }

    private static string NoteOf(Recording recording)
    {
        (bool Recorded, string Name)[] untimed =
        [
            (recording.Allocations is not null, "allocation samples"),
            (recording.AllocatedBytes is not null, "allocated bytes outside of collections"),
            (recording.CpuSamples is not null, "samples of CPU time"),
            (recording.InducedBy is not null, "callers of induced collections"),
            (recording.OtherWaits.Count > 0, "waits other than for GC"),
            (recording.AssistRanges is not null, "mark assists"),
            (recording.Finalizers is not null || recording.FinalizerGoroutines.Count > 0, "what finalizers did"),
            (recording.HeapCountDecisions.Count > 0, "decisions about the number of heaps"),
            (recording.LargeObjectDeaths is not null || recording.Gen2Deaths is not null, "deaths of large and old objects"),
            (recording.LiveHeap is not null, "the heap in use by allocation site"),
            (recording.Goroutines is not null, "goroutines by place"),
            (recording.HeapGraph is not null, "the heap snapshot"),
            (recording.HeapState is not null, "the heap's state"),
            (recording.Garbage is not null, "snapshots of garbage"),
            (recording.Requests?.Failed is not null, "failed requests"),
        ];
        var missing = untimed.Where(kind => kind.Recorded).Select(kind => kind.Name).ToList();
        return missing.Count == 0
            ? "Only a part of the recording is reported; a collection that crosses its border has all its phases."
            : $"Only a part of the recording is reported. Left out, because they have no time: {string.Join(", ", missing)}.";
    }
}

/// <summary>Where a part of a recording may begin and end: outside of pauses and stops.</summary>
internal readonly struct Borders(Recording recording)
{
    /// <summary>The time itself, or the end of the pauses and stops in which it lies.</summary>
    public long After(long time)
    {
        for (var moved = true; moved;)
        {
            moved = Passes(recording.Pauses, ref time);
            if (recording.Stops is { } stops) moved |= Passes(stops, ref time);
        }

        return time;
    }

    private static bool Passes<T>(Column<T> items, ref long time)
        where T : struct, ITimed
    {
        var before = time;
        foreach (var chunk in items.ChunkSpans)
        {
            foreach (ref readonly var item in chunk)
            {
                if (item.StartNanoseconds == Pause.NoTime || item.StartNanoseconds >= time) continue;
                time = Math.Max(time, item.StartNanoseconds + item.DurationNanoseconds);
            }
        }

        return time != before;
    }
}

/// <summary>Cuts what has times of its own to a part of a recording, and counts its times from the part's beginning.</summary>
/// <param name="From">The first moment in it.</param>
/// <param name="Until">The first moment behind it.</param>
/// <param name="Zero">Its zero; all three in nanoseconds since the recording's zero.</param>
internal readonly record struct PartOfTime(long From, long Until, long Zero)
{
    public bool Has(long time) => time != Pause.NoTime && time >= From && time < Until;

    public Clock Moved(Clock clock) =>
        clock.StartedAt is { } started ? clock with { StartedAt = started.AddTicks(Zero / TimeSpan.NanosecondsPerTick) } : clock;

    public Column<Stop> Of(Column<Stop> stops)
    {
        var kept = new StopList();
        foreach (var stop in stops)
        {
            if (Has(stop.StartNanoseconds)) kept.Add(stop with { StartNanoseconds = stop.StartNanoseconds - Zero });
        }

        return new Column<Stop>(kept);
    }

    public Column<Stall> Of(Column<Stall> stalls)
    {
        var kept = new ChunkedList<Stall>();
        foreach (var stall in stalls)
        {
            if (Has(stall.StartNanoseconds)) kept.Add(stall with { StartNanoseconds = stall.StartNanoseconds - Zero });
        }

        return new Column<Stall>(kept);
    }

    public Column<Objects.OldObject>? Of(Column<Objects.OldObject>? objects)
    {
        if (objects is null) return null;
        var kept = new ChunkedList<Objects.OldObject>();
        foreach (var item in objects)
        {
            if (Has(item.SeenNanoseconds)) kept.Add(item with { SeenNanoseconds = item.SeenNanoseconds - Zero });
        }

        return new Column<Objects.OldObject>(kept);
    }

    /// <summary>What ran at the program's end: in the part that has its first pause.</summary>
    public ExitCollections? Of(ExitCollections atExit)
    {
        var zero = Zero;
        if (atExit.Pauses is not [var first, ..] || !Has(first.StartNanoseconds)) return null;
        var pauses = atExit.Pauses.Select(pause => pause with { StartNanoseconds = pause.StartNanoseconds - zero });
        return new ExitCollections(Collection.Moved(atExit.Collections, -zero), [.. pauses]);
    }

    public RecordedRequests Of(RecordedRequests requests)
    {
        var kept = new ChunkedList<RecordedRequest>();
        var times = requests.Times is null ? null : new ChunkedList<Waits.RequestTimes>();
        var traces = requests.Traces is null ? null : new ChunkedList<UInt128>();
        long served = 0;
        for (var i = 0; i < requests.Requests.Count; i++)
        {
            var request = requests.Requests[i];
            if (!Has(request.StartNanoseconds)) continue;
            kept.Add(request with { StartNanoseconds = request.StartNanoseconds - Zero });
            times?.Add(requests.Times![i]);
            traces?.Add(requests.Traces![i]);
            if (!request.Call) served++;
        }

        return new RecordedRequests(new Column<RecordedRequest>(kept), requests.Names, served)
        {
            Times = times is null ? null : new Column<Waits.RequestTimes>(times),
            Traces = traces is null ? null : new Column<UInt128>(traces),
        };
    }

    public IReadOnlyList<ProcessCounter> Of(IReadOnlyList<ProcessCounter> counters)
    {
        var kept = new List<ProcessCounter>();
        foreach (var counter in counters)
        {
            var values = new List<CounterSample>();
            foreach (var sample in counter.Values)
            {
                if (Has(sample.TimeNanoseconds)) values.Add(sample with { TimeNanoseconds = sample.TimeNanoseconds - Zero });
            }

            if (values.Count == 0) continue;
            kept.Add(counter with
            {
                Samples = values.Count,
                Mean = values.Average(sample => sample.Value),
                Max = values.Max(sample => sample.Value),
                Last = values[^1].Value,
                Values = values,
            });
        }

        return kept;
    }

    public Objects.UncollectedObjects? Of(Objects.UncollectedObjects? objects) => objects is { } there && Has(there.AtNanoseconds)
        ? there with { SinceNanoseconds = there.SinceNanoseconds - Zero, AtNanoseconds = there.AtNanoseconds - Zero }
        : null;
}
