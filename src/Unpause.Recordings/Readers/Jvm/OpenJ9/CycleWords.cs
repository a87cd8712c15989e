namespace Unpause.Recordings.Readers.Jvm.OpenJ9;

/// <summary>What a type of GC cycle is.</summary>
/// <param name="Name">The log's word, which is also the name of its pauses.</param>
/// <param name="Generation">What it collects, a word of the contract.</param>
/// <param name="IsWholeHeap">Whether what is in use after it is the live set.</param>
/// <param name="Policy">The policy that alone has it; null when several do.</param>
internal sealed record CycleWord(string Name, string? Generation, CollectionKind Kind, bool IsWholeHeap, string? Policy)
{
    public const string Global = "global";

    /// <summary>The synchronous collection of metronome, which is an operation and no cycle.</summary>
    public const string Synchronous = "syncgc";

    // Sources: getCycleType of VerboseHandlerOutputStandard, ...VLHGC and ...Realtime. A global cycle that began concurrently is the old
    // generation's; the others are full collections.
    private static readonly CycleWord[] Table =
    [
        new("scavenge", Generations.Young, CollectionKind.Blocking, false, OpenJ9Policies.Gencon),
        new(Global, Generations.Full, CollectionKind.Blocking, true, null),
        // Eden, and older regions with the most garbage.
        new("partial gc", Generations.Mixed, CollectionKind.Blocking, false, OpenJ9Policies.Balanced),
        // Marks, and frees nothing: partial collections do.
        new("global mark phase", Generations.Old, CollectionKind.Background, false, OpenJ9Policies.Balanced),
        new("global garbage collect", Generations.Full, CollectionKind.Blocking, true, OpenJ9Policies.Balanced),
        new("epsilon", null, CollectionKind.Blocking, false, null),
    ];

    private static readonly CycleWord Unknown = new("unknown", null, CollectionKind.Blocking, false, null);

    /// <summary>The row of a type; a row without a generation for one that is not known.</summary>
    public static CycleWord Find(ReadOnlySpan<byte> type)
    {
        foreach (var word in Table)
        {
            if (System.Text.Ascii.Equals(type, word.Name)) return word;
        }

        return Unknown;
    }
}

/// <summary>Why a cycle was begun.</summary>
/// <param name="Word">The log's words.</param>
/// <param name="Cause">One of <see cref="Causes"/>.</param>
internal sealed record CycleCause(string Word, string Cause)
{
    public static readonly CycleCause Taxation = new("allocation taxation", Causes.Allocation);

    /// <summary>Free memory fell to the threshold at which a concurrent cycle is begun.</summary>
    public static readonly CycleCause Threshold = new("concurrent kickoff", Causes.Occupancy);

    /// <summary>Metronome: memory in use passed its trigger.</summary>
    public static readonly CycleCause Trigger = new("trigger", Causes.Occupancy);

    /// <summary>A scavenge gave up and became a global collection.</summary>
    public static readonly CycleCause Percolate = new("percolate from nursery", Causes.PromotionFailure);

    private static readonly CycleCause Failure = new("allocation failure", Causes.Allocation);

    private static readonly (string Space, CycleCause Cause)[] Failures =
    [
        ("nursery", new("allocation failure in nursery", Causes.Allocation)),
        ("tenure", new("allocation failure in tenure", Causes.Allocation)),
    ];

    /// <summary>R26 gives no reason: only System.gc() writes the element there.</summary>
    private static readonly CycleCause Explicit = new("System.gc()", Causes.Induced);

    // Source: getSystemGCReasonAsString of VerboseHandlerJava.cpp; getGCReasonAsString of metronome.
    private static readonly (string Reason, CycleCause Cause)[] Reasons =
    [
        ("explicit", Explicit),
        ("system GC", Explicit),
        ("native out of memory", new("native out of memory", Causes.LowMemory)),
        ("out of memory", new("out of memory", Causes.LowMemory)),
        ("rasdump", new("heap dump", Causes.Diagnostic)),
        ("vm idle", new("vm idle", Causes.Periodic)),
        ("prepare for checkpoint", new("prepare for checkpoint", Causes.Other)),
    ];

    private static readonly CycleCause OtherReason = new("requested", Causes.Other);

    /// <summary>The cause of an allocation that failed in a space.</summary>
    public static CycleCause OfFailure(ReadOnlySpan<byte> space)
    {
        foreach (var (name, cause) in Failures)
        {
            if (System.Text.Ascii.Equals(space, name)) return cause;
        }

        return Failure;
    }

    /// <summary>The cause of a requested collection.</summary>
    public static CycleCause OfRequest(ReadOnlySpan<byte> reason)
    {
        if (reason.IsEmpty) return Explicit;
        foreach (var (name, cause) in Reasons)
        {
            if (System.Text.Ascii.Equals(reason, name)) return cause;
        }

        return OtherReason;
    }
}
