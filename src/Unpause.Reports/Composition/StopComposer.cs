using Unpause.Analysis.Summaries;

namespace Unpause.Reports.Composition;

/// <summary>All stop-the-world pauses, those for GC, their reasons and the longest.</summary>
internal static class StopComposer
{
    /// <summary>Longest stops in the document.</summary>
    private const int Longest = 10;

    /// <summary>Reasons in the document.</summary>
    private const int MostReasons = 64;

    /// <summary>The section of stops; null where the runtime records none.</summary>
    public static StopsDocument? Compose(Recording recording, StopSummary? stops) => stops is null ? null : new(stops)
    {
        TimeToSafepointTotalMs = Milliseconds.FromNanoseconds(stops.TimeToSafepointTotalNanoseconds),
        TimeToSafepointMaxMs = Milliseconds.FromNanoseconds(stops.TimeToSafepointMaxNanoseconds),
        OutsidePausesMs = new Milliseconds(stops.OutsidePausesNanoseconds),
        GcStops = new(stops.ByCollections) { Histogram = HistogramComposer.Stops(recording, stops.Places, byCollections: true) },
        PausesWithoutStop = stops.PausesWithoutStop,
        ByReason = [.. stops.ByReason.Take(MostReasons).Select(Reason)],
        Longest = LongestOf(recording, stops.Places),
        Histogram = HistogramComposer.Stops(recording, stops.Places),
    };

    private static StopReasonDocument Reason(StopReasonSummary row) => new()
    {
        Reason = row.Reason,
        Operations = row.Operations,
        IsGc = row.ByCollections,
        Count = row.Count,
        TotalMs = new(row.TotalNanoseconds),
        MaxMs = new(row.MaxNanoseconds),
        TimeToSafepointTotalMs = Milliseconds.FromNanoseconds(row.TimeToSafepointTotalNanoseconds),
    };

    private static List<LongStop> LongestOf(Recording recording, PausesInStops places)
    {
        var stops = recording.Stops!;
        var longest = new PriorityQueue<(int Stop, int Pause), (long, long)>();
        for (var i = 0; i < stops.Count; i++) Offer(stops[i], i, places.LongestIn(i) ?? -1);
        foreach (var index in places.WithoutStop) Offer(recording.Pauses[index], -1, index);
        var rows = new List<LongStop>();
        while (longest.TryDequeue(out var row, out _)) rows.Add(Row(recording, places, row.Stop, row.Pause));
        rows.Reverse();
        return rows;

        void Offer<T>(in T item, int stop, int pause)
            where T : struct, ITimed
        {
            if (longest.Count == Longest && longest.TryPeek(out _, out var least) && least.Item1 > item.DurationNanoseconds) return;
            longest.Enqueue((stop, pause), (item.DurationNanoseconds, -item.StartNanoseconds));
            if (longest.Count > Longest) longest.Dequeue();
        }
    }

    private static LongStop Row(Recording recording, PausesInStops places, int stopIndex, int pauseIndex)
    {
        var pause = pauseIndex < 0 ? (Pause?)null : recording.Pauses[pauseIndex];
        var stop = stopIndex < 0 ? PausesInStops.Alone(pause!.Value) : recording.Stops![stopIndex];
        var byCollection = stopIndex < 0 || places.IsByCollection(stopIndex);
        var collection = pause is { Collection: var owner } ? recording.Collections[owner] : (Collection?)null;
        return new()
        {
            DurationMs = new(stop.DurationNanoseconds),
            StartMs = stop.StartNanoseconds == Pause.NoTime ? null : new Milliseconds(stop.StartNanoseconds),
            TimeToSafepointMs = Milliseconds.FromNanoseconds(stop.TimeToSafepointNanoseconds),
            PauseMs = Milliseconds.FromNanoseconds(pause?.DurationNanoseconds),
            Reason = places.ReasonOf(stop.Operation, byCollection),
            Operation = stop.Operation,
            IsGc = byCollection,
            Collection = collection?.Number,
            Type = pause is null
                ? null
                : CollectionType.Format(recording.Collections, recording.Facts, pause.Value.Collection) ?? collection?.Generation,
            Cause = collection?.RuntimeCause ?? collection?.Cause,
        };
    }
}
