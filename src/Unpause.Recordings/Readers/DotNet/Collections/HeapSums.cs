using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// One collection's per-heap histories, summed over all heaps in the collection's row of <see cref="CollectionFacts"/>.
/// Payload: dotnet/runtime, src/coreclr/vm/ClrEtwAll.man, GCPerHeapHistory_V3.
/// </summary>
internal sealed class HeapSums(long[] row)
{
    /// <summary>Generations with the large and the pinned object heap, as <see cref="DotNetSpaces"/> numbers them.</summary>
    public static readonly int Generations = DotNetSpaces.All.Count;

    /// <summary>Heaps whose history was read.</summary>
    public int Heaps { get; private set; }

    /// <summary>Bytes that survived in the heap where most did.</summary>
    public long FullestSurvived { get; private set; }

    /// <summary>Bytes of plugs (objects that survived side by side) with a pinned one among them, which cannot be moved.</summary>
    public long PinnedSurvived { get; private set; }

    /// <summary>Why the generation was chosen: the reason of the heap with the highest generation (CondemnReasons0).</summary>
    public uint GenerationReasons { get; private set; }

    /// <summary>Conditions for the choice, of any heap (CondemnReasons1).</summary>
    public uint ConditionReasons { get; private set; }

    /// <summary>A sum; 0 before a history was read.</summary>
    public long Get(int generation, SpaceFact fact) => Heaps == 0 ? 0 : row[CollectionFacts.Index(DotNetSpaces.All[generation], fact)];

    /// <summary>Adds one heap's history; false when the payload is not of a known layout.</summary>
    public bool Add(in RuntimeEvent e)
    {
        if (e.Version < 3) return false;
        var payload = new PayloadReader(e.Payload, e.PointerBytes);
        payload.Skip(2 + (6 * e.PointerBytes) + 4);
        var (generationReasons, conditionReasons) = (payload.UInt32(), payload.UInt32());
        payload.Skip((3 * 4) + e.PointerBytes);
        var count = payload.UInt32();
        if (payload.Short || count > Generations || payload.Remaining < count * 10 * e.PointerBytes) return false;
        var spaces = row.AsSpan(CollectionFacts.Index(DotNetSpaces.Gen0, SpaceFact.Before));
        if (Heaps == 0) spaces.Clear();
        long survived = 0;
        for (var generation = 0; generation < count; generation++)
        {
            survived += AddGeneration(ref payload, spaces[CollectionFacts.SpaceRange(generation)]);
        }

        FullestSurvived = Math.Max(FullestSurvived, survived);
        Heaps++;
        GenerationReasons = Math.Max(GenerationReasons, generationReasons);
        ConditionReasons |= conditionReasons;
        return true;
    }

    private long AddGeneration(ref PayloadReader payload, Span<long> sums)
    {
        sums[(int)SpaceFact.Before] += Size(ref payload) - Size(ref payload) - Size(ref payload);
        var size = Size(ref payload);
        var free = Size(ref payload) + Size(ref payload);
        sums[(int)SpaceFact.After] += size - free;
        sums[(int)SpaceFact.Free] += free;
        payload.Word();
        var pinned = Size(ref payload);
        PinnedSurvived += pinned;
        var survived = pinned + Size(ref payload);
        sums[(int)SpaceFact.Survived] += survived;
        sums[(int)SpaceFact.Budget] += Size(ref payload);
        return survived;
    }

    /// <summary>No heap is larger than the limit, so that a damaged size cannot make the sums over all heaps overflow.</summary>
    private static long Size(ref PayloadReader payload) => Math.Clamp(payload.Word(), 0, Limits.HeapBytes);
}

/// <summary>Sets a collection's heap sizes from its heaps' histories.</summary>
internal static class HeapSizes
{
    public static void Apply(OpenCollection open)
    {
        if (open.Sums.Heaps == 0) return;
        open.Collection.HeapBeforeBytes = Sum(open.Sums, SpaceFact.Before);
        open.Collection.HeapAfterBytes = Sum(open.Sums, SpaceFact.After);
        open.Set(CollectionFact.PinnedSurvivedBytes, open.Sums.PinnedSurvived);
        if (open.Sums.Heaps > 1) open.Set(CollectionFact.FullestHeapSurvivedBytes, open.Sums.FullestSurvived);
    }

    private static long Sum(HeapSums sums, SpaceFact fact)
    {
        long sum = 0;
        for (var generation = 0; generation < HeapSums.Generations; generation++) sum += sums.Get(generation, fact);
        return Math.Max(0, sum);
    }
}

/// <summary>
/// GCHeapStats: sizes by generation when a collection has ended. Payload: dotnet/runtime,
/// src/coreclr/vm/ClrEtwAll.man, GCHeapStats_V1 and _V2 (which adds the pinned object heap).
/// </summary>
internal static class HeapStatsPayload
{
    public static void Apply(in RuntimeEvent e, OpenCollection open)
    {
        var payload = new PayloadReader(e.Payload);
        Span<long> sizes = stackalloc long[HeapSums.Generations];
        Span<long> promoted = stackalloc long[HeapSums.Generations];
        for (var generation = 0; generation < 4; generation++)
        {
            (sizes[generation], promoted[generation]) = (payload.Int64(), payload.Int64());
        }

        var (finalizableBytes, finalizableObjects) = (payload.Int64(), payload.Int64());
        var pinned = payload.UInt32();
        payload.Skip(4);
        var handles = payload.UInt32();
        if (payload.Short) return;
        payload.Skip(2);
        if (e.Version >= 2) (sizes[4], promoted[4]) = (payload.Int64(), payload.Int64());
        var total = default(Total);
        foreach (var size in sizes) total += size;

        // Later replaced by the bytes in use, where the heaps' histories have the free space.
        open.Collection.HeapAfterBytes ??= total;
        SetPromoted(open, promoted);
        open.Set(CollectionFact.PinnedObjects, pinned);
        open.Set(CollectionFact.Handles, handles);
        open.Set(CollectionFact.FinalizableObjects, finalizableObjects);
        open.Set(CollectionFact.FinalizableBytes, finalizableBytes);
    }

    private static void SetPromoted(OpenCollection open, ReadOnlySpan<long> promoted)
    {
        // A background collection leaves the younger generations alone; their fields are the ones of the collection before.
        long young = Total.From(promoted[0]) + promoted[1], old = Total.From(promoted[2]) + promoted[3] + promoted[4];
        open.Collection.PromotedBytes = open switch
        {
            { Background: true } => 0,
            { Generation: 0 } => promoted[0],
            _ => young,
        };
        open.Collection.SurvivorBytes = open switch
        {
            { Background: true } => old,
            { Generation: 0 } => promoted[0],
            { Generation: 1 } => young,
            _ => young + old,
        };
    }
}
