using Unpause.Collections;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>How long a JVM's objects live, derived from its collections. Bytes, nanoseconds.</summary>
/// <param name="Allocated">Bytes allocated over the recording.</param>
/// <param name="Promoted">Bytes moved to the old generation over the recording.</param>
/// <param name="PromotedOfAllocated">Of them, bytes moved by collections that were not forced and before which the allocated bytes
/// are known.</param>
/// <param name="YoungCollections">Young collections whose survivors are recorded, without forced ones.</param>
/// <param name="Survivors">Bytes that survived them.</param>
/// <param name="Collected">Bytes that were in the young spaces before them.</param>
/// <param name="FirstLive">Bytes in use after the first collection that marked the whole heap.</param>
/// <param name="LastLive">Bytes in use after the last such collection.</param>
/// <param name="MedianLive">Median over all such collections.</param>
/// <param name="Marks">Number of such collections.</param>
/// <param name="PromotedBetweenMarks">Bytes promoted between the first and the last; up to it if there is only one.</param>
/// <param name="MarkSpanNanoseconds">Time between the first and the last mark.</param>
/// <param name="ObservedNanoseconds">Length of the recording without gaps.</param>
public sealed record ObjectLifetimes(
    Total Allocated,
    Total Promoted,
    Total PromotedOfAllocated,
    int YoungCollections,
    Total Survivors,
    Total Collected,
    long FirstLive,
    long LastLive,
    long MedianLive,
    int Marks,
    long PromotedBetweenMarks,
    long MarkSpanNanoseconds,
    long ObservedNanoseconds)
{
    /// <summary>Bytes allocated per second.</summary>
    internal double AllocationRate => Allocated / (ObservedNanoseconds / 1e9);

    /// <summary>Bytes promoted per second.</summary>
    internal double PromotionRate => Promoted / (ObservedNanoseconds / 1e9);

    /// <summary>Share of the young bytes that survive a young collection, 0 to 1; null if the recorded sizes do not fit together.</summary>
    internal double? SurvivalRate => ByteShare.Compute(Survivors, Collected);

    /// <summary>Share of the allocated bytes that is promoted, 0 to 1; null if the recorded sizes do not fit together.</summary>
    public double? PromotedShare => ByteShare.Compute(PromotedOfAllocated, Allocated);

    /// <summary>
    /// Mean lifetime of a byte in seconds by Little's law: live bytes = allocation rate × mean lifetime. Objects that live as long as the
    /// process are included, so with a large permanent heap it is an upper bound.
    /// </summary>
    public double LifetimeSeconds => AllocationRate <= 0 ? 0 : MedianLive / AllocationRate;

    /// <summary>
    /// Share of the promoted bytes that died in the old generation, 0 to 1: near 1 for objects with a medium lifetime, near 0 for a leak.
    /// </summary>
    public double DiedInOld => PromotedBetweenMarks <= 0 ? 0 : Math.Clamp(1 - ((double)Growth / PromotedBetweenMarks), 0, 1);

    /// <summary>Bytes by which the live set grew between the marks; a single mark counts from nothing.</summary>
    internal long Growth => Marks == 1 ? LastLive : LastLive - FirstLive;

    /// <summary>Adds up a recording; null if spaces, sizes, whole-heap markings or times are not recorded.</summary>
    public static ObjectLifetimes? Compute(Recording recording)
    {
        if (recording.ObservedNanoseconds is not > 0) return null;
        var sums = new Sums();
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk) sums.Add(collection);
        }

        if (sums.Live.Count == 0 || sums.YoungCollections == 0 || sums.Allocated == 0) return null;
        return new ObjectLifetimes(
            sums.Allocated,
            sums.Promoted,
            sums.PromotedOfAllocated,
            sums.YoungCollections,
            sums.Survivors,
            sums.Collected,
            sums.Live[0],
            sums.Live[^1],
            Median.Compute(sums.Live),
            sums.Live.Count,
            sums.Live.Count == 1 ? sums.PromotedAtLastMark : sums.PromotedAtLastMark - sums.PromotedAtFirstMark,
            sums.LastMark - sums.FirstMark,
            recording.ObservedNanoseconds.Value);
    }

    /// <summary>Whether the program or a tool asked for a collection.</summary>
    internal static bool IsForced(Collection collection) =>
        collection.Induced || collection.Cause is Causes.Induced or Causes.Diagnostic;

    private sealed class Sums
    {
        public ChunkedList<long> Live { get; } = [];

        public Total Allocated { get; private set; }

        public Total Promoted { get; private set; }

        public Total PromotedOfAllocated { get; private set; }

        public int YoungCollections { get; private set; }

        public Total Survivors { get; private set; }

        public Total Collected { get; private set; }

        public Total PromotedAtFirstMark { get; private set; }

        public Total PromotedAtLastMark { get; private set; }

        public long FirstMark { get; private set; }

        public long LastMark { get; private set; }

        public void Add(Collection collection)
        {
            Allocated += collection.AllocatedBytes ?? 0;
            Promoted += collection.PromotedBytes ?? 0;
            // A forced collection comes before objects had time to die: what it keeps says nothing about their lifetime.
            var forced = IsForced(collection);
            if (!forced && collection.AllocatedBytes is not null) PromotedOfAllocated += collection.PromotedBytes ?? 0;
            if (!forced && collection is { Generation: Generations.Young, SurvivorBytes: { } survivors, YoungBeforeBytes: { } collected })
            {
                YoungCollections++;
                Survivors += survivors;
                Collected += collected;
            }

            if (collection is not { EndNanoseconds: { } end, LiveSetBytes: { } live }) return;
            if (Live.Count == 0) (PromotedAtFirstMark, FirstMark) = (Promoted, end);
            Live.Add(live);
            (PromotedAtLastMark, LastMark) = (Promoted, end);
        }
    }
}
