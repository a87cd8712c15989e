using System.Buffers;
using Unpause.Requests.Statistics;

namespace Unpause.Analysis.Events;

/// <summary>
/// The other stops of the same kind (the same generation and pause, or the same operation), and what is usual for them: medians.
/// </summary>
/// <param name="Count">Their number, without the stop itself.</param>
/// <param name="MedianNanoseconds">Their median length.</param>
/// <param name="Work">What the collector worked on; null where the recording has no such number.</param>
public sealed record PausePeers(int Count, long MedianNanoseconds, PauseWork? Work)
{
    /// <summary>With fewer peers, nothing is called usual.</summary>
    public const int Fewest = 4;

    /// <summary>Compares a stop with its peers; null where there are too few.</summary>
    internal static PausePeers? Compare(Recording recording, FeltStops stops, int index)
    {
        var felt = stops[index];
        var kind = Kind(recording, felt);
        var count = stops.Count;
        var rented = ArrayPool<long>.Shared.Rent(2 * count);
        try
        {
            var (peers, worked) = (0, 0);
            var measure = Measure(recording, felt);
            for (var other = 0; other < count; other++)
            {
                var peer = stops[other];
                if (other == index || Kind(recording, peer) != kind) continue;
                rented[peers++] = peer.DurationNanoseconds;
                if (measure is { } what && Amount(recording, peer, what) is { } amount) rented[count + worked++] = amount;
            }

            if (peers < Fewest) return null;
            var median = Median(rented.AsSpan(0, peers));
            var work = measure is { } known && Amount(recording, felt, known) is { } own && worked >= Fewest
                ? new PauseWork(known, own, Median(rented.AsSpan(count, worked)))
                : null;
            return new PausePeers(peers, median, work);
        }
        finally
        {
            ArrayPool<long>.Shared.Return(rented);
        }
    }

    private static long Median(Span<long> values)
    {
        var from = 0;
        return Percentiles.Pick(values, 500, ref from)!.Value;
    }

    private static (string? Generation, string Name) Kind(Recording recording, FeltStop felt)
    {
        if (felt.Pause < 0) return (null, recording.Stops![felt.Stop].Operation);
        var pause = recording.Pauses[felt.Pause];
        return (recording.Collections[pause.Collection].Generation, pause.Name);
    }

    /// <summary>What a pause of this kind works on: the first of these that its collection has.</summary>
    private static WorkMeasure? Measure(Recording recording, FeltStop felt)
    {
        if (felt.Pause < 0) return null;
        foreach (var measure in Enum.GetValues<WorkMeasure>())
        {
            if (Amount(recording, felt, measure) is not null) return measure;
        }

        return null;
    }

    private static long? Amount(Recording recording, FeltStop felt, WorkMeasure measure)
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
}

/// <summary>How much a collection worked on, and how much its peers did.</summary>
/// <param name="Measure">What is counted.</param>
/// <param name="Amount">Of this collection: bytes or objects.</param>
/// <param name="Median">The median of its peers.</param>
public sealed record PauseWork(WorkMeasure Measure, long Amount, long Median)
{
    /// <summary>How many times the usual work it had; null where that is none.</summary>
    public double? Ratio => Median > 0 ? (double)Amount / Median : null;
}

/// <summary>What a collection's work is measured by.</summary>
public enum WorkMeasure
{
    /// <summary>Bytes that survived a collection of the young generation: they are copied or kept.</summary>
    SurvivedBytes,

    /// <summary>Bytes moved to an older generation.</summary>
    PromotedBytes,

    /// <summary>Bytes that are live after a collection of the whole heap.</summary>
    LiveBytes,

    /// <summary>Objects created since the collection before.</summary>
    AllocatedObjects,
}
