using Unpause.Recordings.Packed;

namespace Unpause.Recordings.Windows;

/// <summary>The collections of a part of a recording with all that names them by index, under their new indexes.</summary>
internal sealed record CutCollections(
    Column<Collection> Collections,
    Column<Pause> Pauses,
    Column<CyclePause> CyclePauses,
    PhaseList Phases,
    Column<Counter> Counters,
    Column<AgeBytes> Ages,
    CollectionFacts? Facts)
{
    private const int LeftOut = -1;

    /// <summary>Those that begin in the part or have a pause in it.</summary>
    public static CutCollections Of(Recording recording, PartOfTime part)
    {
        var all = recording.Collections;
        var kept = new bool[all.Count];
        for (var i = 0; i < kept.Length; i++) kept[i] = all[i].StartNanoseconds is { } start && part.Has(start);
        foreach (var pause in recording.Pauses)
        {
            if (part.Has(pause.StartNanoseconds)) kept[pause.Collection] = true;
        }

        var places = new int[kept.Length];
        var chosen = new List<int>();
        for (var i = 0; i < kept.Length; i++)
        {
            places[i] = kept[i] ? chosen.Count : LeftOut;
            if (kept[i]) chosen.Add(i);
        }

        return new CutCollections(
            Collection.Chosen(all, chosen, -part.Zero),
            PausesOf(recording, part, places),
            CyclePausesOf(recording, part, places),
            PhasesOf(recording.Phases, places),
            CountersOf(recording.Counters, places),
            AgesOf(recording.Ages, places),
            recording.Facts is { } facts ? FactsOf(facts, chosen) : null);
    }

    private static Column<Pause> PausesOf(Recording recording, PartOfTime part, int[] places)
    {
        var pauses = new PauseList();
        foreach (var pause in recording.Pauses)
        {
            if (!part.Has(pause.StartNanoseconds)) continue;
            pauses.Add(pause with
            {
                StartNanoseconds = pause.StartNanoseconds - part.Zero,
                Collection = places[pause.Collection],
            });
        }

        return new Column<Pause>(pauses);
    }

    /// <summary>Pauses of cycles with the new indexes of pauses and phases.</summary>
    private static Column<CyclePause> CyclePausesOf(Recording recording, PartOfTime part, int[] places)
    {
        var kept = new ChunkedList<CyclePause>();
        if (recording.CyclePauses.Count == 0) return new Column<CyclePause>(kept);
        var phases = Before(recording.Phases.Count, i => places[recording.Phases[i].Collection] != LeftOut);
        var pauses = Before(recording.Pauses.Count, i => part.Has(recording.Pauses[i].StartNanoseconds));
        foreach (var pause in recording.CyclePauses)
        {
            if (!part.Has(recording.Pauses[pause.Pause].StartNanoseconds)) continue;
            kept.Add(pause with
            {
                Pause = pauses[pause.Pause],
                FirstPhase = phases[pause.FirstPhase],
                EndPhase = phases[pause.EndPhase],
            });
        }

        return new Column<CyclePause>(kept);
    }

    /// <summary>How many items before each are kept; one more than there are.</summary>
    private static int[] Before(int count, Func<int, bool> isKept)
    {
        var before = new int[count + 1];
        for (var i = 0; i < count; i++) before[i + 1] = before[i] + (isKept(i) ? 1 : 0);
        return before;
    }

    private static PhaseList PhasesOf(PhaseList phases, int[] places)
    {
        var kept = new PhaseListBuilder();
        for (var i = 0; i < phases.Count; i++)
        {
            var phase = phases[i];
            if (places[phase.Collection] is not LeftOut and var place) kept.Add(phase with { Collection = place });
        }

        return kept.Build();
    }

    private static Column<Counter> CountersOf(Column<Counter> counters, int[] places)
    {
        var kept = new ChunkedList<Counter>();
        foreach (var counter in counters)
        {
            if (places[counter.Collection] is not LeftOut and var place) kept.Add(counter with { Collection = place });
        }

        return new Column<Counter>(kept);
    }

    private static Column<AgeBytes> AgesOf(Column<AgeBytes> ages, int[] places)
    {
        var kept = new ChunkedList<AgeBytes>();
        foreach (var age in ages)
        {
            if (places[age.Collection] is not LeftOut and var place) kept.Add(age with { Collection = place });
        }

        return new Column<AgeBytes>(kept);
    }

    private static CollectionFacts FactsOf(CollectionFacts facts, List<int> chosen)
    {
        var kept = new CollectionFactsBuilder();
        var row = new long[CollectionFacts.Width];
        for (var place = 0; place < chosen.Count; place++)
        {
            if (facts.TryRead(chosen[place], row)) kept.Set(place, row);
        }

        return kept.Build();
    }
}
