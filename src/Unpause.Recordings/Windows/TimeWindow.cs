using Unpause.Recordings.Packed;

namespace Unpause.Recordings.Windows;

/// <summary>A part of a recording: from one moment to before another, in nanoseconds since the recording's zero.</summary>
/// <param name="FromNanoseconds">Where it begins.</param>
/// <param name="UntilNanoseconds">Where it ends.</param>
public sealed record TimeWindow(long FromNanoseconds, long UntilNanoseconds)
{
    /// <summary>
    /// The recording with what happened in the window: pauses, stops, waits and collections that begin in it, each whole. Times stay;
    /// the time before the window counts as not recorded. What has no place in time (samples, totals of the whole run) is left out.
    /// </summary>
    public Recording Cut(Recording recording)
    {
        var (kept, places) = Collections(recording);
        var pauses = Pauses(recording, places);
        StopList? stops = recording.Stops is null ? null : new StopList();
        foreach (var stop in recording.Stops ?? Column<Stop>.Empty)
        {
            if (Has(stop.StartNanoseconds)) stops!.Add(stop);
        }

        return recording with
        {
            Collections = Collection.Taken(recording.Collections, kept),
            Facts = Facts(recording, kept),
            Pauses = new Column<Pause>(pauses),
            Stops = stops is null ? null : new Column<Stop>(stops),
            Stalls = Kept(recording.Stalls, stall => Has(stall.StartNanoseconds) ? stall : null),
            CyclePauses = Column<CyclePause>.Empty,
            Phases = Phases(recording, places),
            Counters = Kept(recording.Counters, counter =>
                places[counter.Collection] is >= 0 and var at ? counter with { Collection = at } : null),
            Ages = Kept(recording.Ages, age => places[age.Collection] is >= 0 and var at ? age with { Collection = at } : null),
            DurationNanoseconds = UntilNanoseconds,
            LostNanoseconds = FromNanoseconds,
            BeginsNanoseconds = FromNanoseconds,
            AllocatedBytes = null,
            AllocatedSource = null,
            RecordsPauses = recording.PauseKnowledge == PauseKnowledge.Known,
            Allocations = null,
            LargeObjectDeaths = null,
            Gen2Deaths = null,
            Finalizers = null,
            FinalizerGoroutines = [],
            AssistRanges = null,
            OtherWaits = [],
            InducedBy = null,
            Uncollected = null,
            AtExit = null,
            CpuSamples = null,
            ProcessCounters = null,
            HeapCountDecisions = Column<HeapCountDecision>.Empty,
        };
    }

    private bool Has(long start) => start >= FromNanoseconds && start < UntilNanoseconds;

    /// <summary>The collections that begin in the window, and the new index of each; -1 for the others.</summary>
    private (List<int> Kept, int[] Places) Collections(Recording recording)
    {
        var (kept, places) = (new List<int>(), new int[recording.Collections.Count]);
        Array.Fill(places, -1);
        for (var i = 0; i < places.Length; i++)
        {
            var start = recording.Collections[i].StartNanoseconds;
            // A concurrent cycle belongs to the window if any of its work does: its pauses may be in it.
            var end = Math.Max(recording.Collections[i].EndNanoseconds ?? long.MinValue, start ?? long.MinValue);
            if (start is not { } begin || begin >= UntilNanoseconds || end < FromNanoseconds) continue;
            if (recording.Collections[i].Kind == CollectionKind.Blocking && begin < FromNanoseconds) continue;
            places[i] = kept.Count;
            kept.Add(i);
        }

        return (kept, places);
    }

    private PauseList Pauses(Recording recording, int[] places)
    {
        var pauses = new PauseList();
        foreach (var pause in recording.Pauses)
        {
            if (Has(pause.StartNanoseconds) && places[pause.Collection] is >= 0 and var at) pauses.Add(pause with { Collection = at });
        }

        return pauses;
    }

    private static PhaseList Phases(Recording recording, int[] places)
    {
        var phases = new PhaseListBuilder();
        foreach (var phase in recording.Phases)
        {
            if (places[phase.Collection] is >= 0 and var at) phases.Add(phase with { Collection = at });
        }

        return phases.Build();
    }

    private static CollectionFacts? Facts(Recording recording, List<int> kept)
    {
        if (recording.Facts is not { } facts) return null;
        var builder = new CollectionFactsBuilder();
        Span<long> row = stackalloc long[CollectionFacts.Width];
        for (var i = 0; i < kept.Count; i++)
        {
            if (facts.TryRead(kept[i], row)) builder.Set(i, row);
        }

        return builder.Build();
    }

    private static Column<T> Kept<T>(Column<T> items, Func<T, T?> keep)
        where T : struct
    {
        var kept = new ChunkedList<T>();
        foreach (var item in items)
        {
            if (keep(item) is { } one) kept.Add(one);
        }

        return new Column<T>(kept);
    }
}
