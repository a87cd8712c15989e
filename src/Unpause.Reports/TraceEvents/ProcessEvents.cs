namespace Unpause.Reports.TraceEvents;

/// <summary>A process's pauses, background collections and heap sizes as trace events. Those without timestamps are left out.</summary>
internal static class ProcessEvents
{
    /// <summary>The first lane of background collections. Pauses overlap only in a damaged recording.</summary>
    private const int BackgroundTrack = 1001;

    /// <summary>The pid that identifies a process: real ones may be unknown, or the same in two containers.</summary>
    public static int Pid(int process) => process + 1;

    /// <summary>Writes a process.</summary>
    public static void Write(TraceEventWriter events, string name, ProcessTimeline columns, int index, TimeAxis axis)
    {
        events.Process(Pid(index), name);
        WritePauses(events, columns, index, axis);
        WriteBackground(events, columns, index, axis);
        WriteHeap(events, columns, index, axis);
    }

    private static void WritePauses(TraceEventWriter events, ProcessTimeline columns, int index, TimeAxis axis)
    {
        Pause[] pauses = [.. columns.Pauses.Where(pause => pause.HasTime).OrderBy(pause => pause.StartNanoseconds)];
        var lanes = Lanes.Assign([.. pauses.Select(pause => (pause.StartNanoseconds, pause.EndNanoseconds, -1))]);
        NameTracks(events, index, 1, "GC pauses", lanes);
        for (var i = 0; i < pauses.Length; i++)
        {
            var pause = pauses[i];
            var of = columns.Collections[pause.Collection];
            events.Complete(Pid(index), 1 + lanes[i], "gc,pause", of.Generation is { } generation
                ? $"{generation}: {pause.Name}"
                : pause.Name, axis.Place(index, pause.StartNanoseconds), pause.DurationNanoseconds, args =>
            {
                args.WriteNumber("collection", of.Number);
                if ((of.RuntimeCause ?? of.Cause) is { } cause) args.WriteString("cause", cause);
                if (of.Induced) args.WriteBoolean("induced", true);
            });
        }
    }

    private static void WriteBackground(TraceEventWriter events, ProcessTimeline columns, int index, TimeAxis axis)
    {
        Collection[] background = [.. columns.Collections
            .Where(collection => collection is { Kind: CollectionKind.Background, StartNanoseconds: not null, EndNanoseconds: not null }
                && collection.EndNanoseconds >= collection.StartNanoseconds)
            .OrderBy(collection => collection.StartNanoseconds)];
        var lanes = Lanes.Assign(
            [.. background.Select(collection => (collection.StartNanoseconds!.Value, collection.EndNanoseconds!.Value, -1))]);
        NameTracks(events, index, BackgroundTrack, "background collections", lanes);
        for (var i = 0; i < background.Length; i++)
        {
            var (of, start) = (background[i], background[i].StartNanoseconds!.Value);
            events.Complete(
                Pid(index),
                BackgroundTrack + lanes[i],
                "gc,background",
                $"{of.Generation ?? "collection"} (background)",
                axis.Place(index, start),
                of.EndNanoseconds!.Value - start,
                args =>
                {
                    args.WriteNumber("collection", of.Number);
                    if ((of.RuntimeCause ?? of.Cause) is { } cause) args.WriteString("cause", cause);
                    if (of.Induced) args.WriteBoolean("induced", true);
                });
        }
    }

    private static void WriteHeap(TraceEventWriter events, ProcessTimeline columns, int index, TimeAxis axis)
    {
        var ends = new long?[columns.Collections.Count];
        foreach (var pause in columns.Pauses)
        {
            if (pause.HasTime) ends[pause.Collection] = Math.Max(ends[pause.Collection] ?? long.MinValue, pause.EndNanoseconds);
        }

        var sizes = new List<(long At, long Bytes)>();
        for (var i = 0; i < ends.Length; i++)
        {
            var of = columns.Collections[i];
            if (of is { StartNanoseconds: { } start, HeapBeforeBytes: { } before }) sizes.Add((start, before));
            if ((of.EndNanoseconds ?? ends[i] ?? of.StartNanoseconds) is { } end && of.HeapAfterBytes is { } after) sizes.Add((end, after));
        }

        foreach (var (at, bytes) in sizes.OrderBy(size => size.At))
        {
            events.Counter(Pid(index), "heap in use", axis.Place(index, at), "bytes", bytes);
        }
    }

    private static void NameTracks(TraceEventWriter events, int index, int first, string name, int[] lanes)
    {
        for (var lane = 0; lanes.Length > 0 && lane <= lanes.Max(); lane++)
        {
            events.Track(Pid(index), first + lane, lane == 0 ? name : $"{name} {lane + 1}");
        }
    }
}

/// <summary>The common time axis of all processes of a report, in nanoseconds since the earliest start of a recording.</summary>
internal sealed class TimeAxis
{
    private readonly long[] _zeros;

    private TimeAxis(long[] zeros) => _zeros = zeros;

    /// <summary>Aligns the recordings by their wall clocks; those without one start at zero.</summary>
    public static TimeAxis Align(Timeline timeline)
    {
        long?[] starts = [.. timeline.Processes.Select(process => process.StartUnixNanoseconds)];
        var first = starts.Min() ?? 0;
        return new TimeAxis([.. starts.Select(start => (start ?? first) - first)]);
    }

    /// <summary>Maps a time since the start of a recording to the common axis.</summary>
    public long Place(int process, long sinceZeroNanoseconds) => _zeros[process] + sinceZeroNanoseconds;
}
