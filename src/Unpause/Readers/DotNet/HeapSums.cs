namespace Unpause.Readers.DotNet;

/// <summary>
/// One collection's per-heap histories, summed over all heaps: bytes by generation (0–2, 3 large objects, 4 pinned
/// objects). Payload: dotnet/runtime, src/coreclr/vm/ClrEtwAll.man, GCPerHeapHistory_V3.
/// </summary>
internal sealed class HeapSums
{
    /// <summary>Generations with the large and the pinned object heap.</summary>
    public const int Generations = 5;

    /// <summary>Heaps whose history was read.</summary>
    public int Heaps { get; private set; }

    /// <summary>Bytes in use at the collection's start, without free space.</summary>
    public long[] UsedBefore { get; } = new long[Generations];

    /// <summary>Bytes in use at its end, without free space.</summary>
    public long[] UsedAfter { get; } = new long[Generations];

    /// <summary>Free bytes between objects at its end.</summary>
    public long[] FreeAfter { get; } = new long[Generations];

    /// <summary>Bytes that survived it.</summary>
    public long[] Survived { get; } = new long[Generations];

    /// <summary>Bytes that may be allocated until the generation is collected again.</summary>
    public long[] Budget { get; } = new long[Generations];

    /// <summary>Bytes that survived in the heap where most did.</summary>
    public long FullestSurvived { get; private set; }

    /// <summary>Why the generation was chosen: of the heap that asked for most (CondemnReasons0).</summary>
    public uint GenerationReasons { get; private set; }

    /// <summary>Conditions for the choice, of any heap (CondemnReasons1).</summary>
    public uint ConditionReasons { get; private set; }

    /// <summary>Adds one heap's history; false when the payload is not of a known layout.</summary>
    public bool Add(in RuntimeEvent e)
    {
        if (e.Version < 3) return false;
        var payload = new PayloadReader(e.Payload, e.PointerBytes);
        payload.Skip(2);
        for (var i = 0; i < 6; i++) payload.Word();
        payload.Skip(4);
        var (generationReasons, conditionReasons) = (payload.UInt32(), payload.UInt32());
        payload.Skip(3 * 4);
        payload.Word();
        var count = payload.UInt32();
        if (payload.Short || count > Generations || payload.Remaining < count * 10 * e.PointerBytes) return false;
        long survived = 0;
        for (var generation = 0; generation < count; generation++) survived += AddGeneration(ref payload, generation);
        FullestSurvived = Math.Max(FullestSurvived, survived);
        Heaps++;
        GenerationReasons = Math.Max(GenerationReasons, generationReasons);
        ConditionReasons |= conditionReasons;
        return true;
    }

    private long AddGeneration(ref PayloadReader payload, int generation)
    {
        UsedBefore[generation] += payload.Word() - payload.Word() - payload.Word();
        var size = payload.Word();
        var free = payload.Word() + payload.Word();
        UsedAfter[generation] += size - free;
        FreeAfter[generation] += free;
        payload.Word();
        var survived = payload.Word() + payload.Word();
        Survived[generation] += survived;
        Budget[generation] += payload.Word();
        return survived;
    }
}
