using Unpause.Collections;

namespace Unpause.Analysis.Events;

/// <summary>Compares stops with others of their kind; the numbers of a kind are collected when the first of it is asked for.</summary>
internal sealed class PeerGroups(Recording recording, FeltStops stops)
{
    private readonly Dictionary<(string? Generation, string Name, bool Compacts), Group> _groups = [];

    /// <summary>What is usual for a stop's kind; null where it has too few peers.</summary>
    public PausePeers? Compare(FeltStop felt)
    {
        var kind = Kind(felt);
        if (!_groups.TryGetValue(kind, out var group)) _groups.Add(kind, group = Collect(kind));
        if (group.Durations.Length <= PausePeers.Fewest) return null;
        var work = group.Measure is { } measure && Amount(felt, measure) is { } amount && group.Amounts.Length > PausePeers.Fewest
            ? new PauseWork(measure, amount, MedianWithout(group.Amounts, amount))
            : null;
        return new PausePeers(group.Durations.Length - 1, MedianWithout(group.Durations, felt.DurationNanoseconds), work);
    }

    private Group Collect((string? Generation, string Name, bool Compacts) kind)
    {
        var (durations, amounts) = (new ChunkedList<long>(), new ChunkedList<long>());
        WorkMeasure? measure = null;
        for (var index = 0; index < stops.Count; index++)
        {
            var peer = stops[index];
            if (Kind(peer) != kind) continue;
            durations.Add(peer.DurationNanoseconds);
            measure ??= MeasureOf(peer);
            if (measure is { } known && Amount(peer, known) is { } amount) amounts.Add(amount);
        }

        return new Group(measure, Sorted(durations), Sorted(amounts));
    }

    private static long[] Sorted(ChunkedList<long> values)
    {
        long[] sorted = [.. values];
        Array.Sort(sorted);
        return sorted;
    }

    /// <summary>The lower median of sorted values, one of which is left out.</summary>
    private static long MedianWithout(long[] sorted, long value)
    {
        var middle = (sorted.Length - 2) / 2;
        var at = Array.BinarySearch(sorted, value);
        return sorted[at >= 0 && at <= middle ? middle + 1 : middle];
    }

    private (string? Generation, string Name, bool Compacts) Kind(FeltStop felt)
    {
        if (felt.Pause < 0) return (null, recording.Stops![felt.Stop].Operation, false);
        var pause = recording.Pauses[felt.Pause];
        var collection = recording.Collections[pause.Collection];
        return (collection.Generation, pause.Name, collection.Marks?.Contains(CommonMarks.Compacting) == true);
    }

    /// <summary>What a pause of this kind works on: the first of these that its collection has.</summary>
    private WorkMeasure? MeasureOf(FeltStop felt)
    {
        foreach (var measure in Enum.GetValues<WorkMeasure>())
        {
            if (Amount(felt, measure) is not null) return measure;
        }

        return null;
    }

    private long? Amount(FeltStop felt, WorkMeasure measure)
    {
        if (felt.Pause < 0) return null;
        var collection = recording.Collections[recording.Pauses[felt.Pause].Collection];
        // Only pauses that do the whole collection have its work.
        if (collection.Kind != CollectionKind.Blocking) return null;
        return measure switch
        {
            WorkMeasure.SurvivedBytes when !collection.WholeHeap => collection.SurvivorBytes,
            WorkMeasure.PromotedBytes when !collection.WholeHeap => collection.PromotedBytes,
            WorkMeasure.LiveBytes when collection.WholeHeap => collection.HeapAfterBytes,
            // Older generations are much larger than what was created since.
            WorkMeasure.AllocatedObjects when collection.Generation == Generations.Gen0 => collection.AllocatedObjects,
            _ => null,
        };
    }

    /// <summary>The stops of one kind.</summary>
    private sealed record Group(WorkMeasure? Measure, long[] Durations, long[] Amounts);
}
