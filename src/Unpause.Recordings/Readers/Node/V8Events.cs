namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// The names of V8's trace events, of Node.js 10 to 26. Source: V8, src/heap/heap.cc (CollectGarbage), src/logging/counters-definitions.h
/// (timers), src/init/heap-symbols.h (scopes).
/// </summary>
internal static class V8Events
{
    private const string MarkCompact = "V8.GC_MC_", Scavenger = "V8.GC_SCAVENGER_", Any = "V8.GC_";

    /// <summary>Whether a collection's interval is of the young generation; null for other events.</summary>
    public static bool? IsYoungInterval(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("MinorGC"u8) ? true : name.SequenceEqual("MajorGC"u8) ? false : null;

    /// <summary>Whether a measured pause is of the young generation; null for other events.</summary>
    public static bool? IsYoungTimer(ReadOnlySpan<byte> name)
    {
        if (name.SequenceEqual("V8.GC_SCAVENGER"u8) || name.SequenceEqual("V8.GC_MINOR_MARK_SWEEPER"u8)
            || name.SequenceEqual("V8.GC_MINOR_MARK_COMPACTOR"u8)) return true;
        if (name.SequenceEqual("V8.GC_MARK_COMPACTOR"u8)) return false;
        if (!name.StartsWith("V8.GC"u8)) return null;
        var timer = WithoutVariant(name["V8.GC"u8.Length..]);
        if (timer.SequenceEqual("Scavenger"u8) || timer.SequenceEqual("MinorMS"u8) || timer.SequenceEqual("MinorMC"u8)) return true;
        return timer.SequenceEqual("Compactor"u8) || timer.SequenceEqual("FinalizeMC"u8) || timer.SequenceEqual("FinalizeMCReduceMemory"u8)
            ? false : null;
    }

    /// <summary>Whether it is a timer of a whole collection, and not a scope within.</summary>
    public static bool IsTimer(ReadOnlySpan<byte> name) => !name.StartsWith("V8.GC_"u8);

    /// <summary>Whether it is the start of incremental marking, which has its reason from Node.js 20 on.</summary>
    public static bool IsStartOfMarking(ReadOnlySpan<byte> name) => name.SequenceEqual("V8.GCIncrementalMarkingStart"u8);

    /// <summary>Whether it is a step of incremental marking on the program's thread.</summary>
    public static bool IsStep(ReadOnlySpan<byte> name) => name.StartsWith("V8.GCIncrementalMarking"u8)
        || name.SequenceEqual("V8.GC_MC_INCREMENTAL"u8) || name.SequenceEqual("V8.GC_MC_INCREMENTAL_START"u8);

    /// <summary>
    /// A phase as <c>--trace-gc-nvp</c> spells it: <c>V8.GC_MC_MARK_ROOTS</c> is <c>mark.roots</c>; null for scopes that contain the whole
    /// collection, and for what is none.
    /// </summary>
    public static string? PhaseOf(ReadOnlySpan<byte> name, NameTable names)
    {
        Span<byte> text = stackalloc byte[Limits.NameBytes];
        ReadOnlySpan<byte> from;
        if (name.StartsWith("V8.GC_MC_"u8)) from = name[MarkCompact.Length..];
        else if (name.StartsWith("V8.GC_SCAVENGER_"u8)) from = name[Scavenger.Length..];
        else if (name.StartsWith("V8.GC_HEAP_"u8)) from = name[Any.Length..];
        else return null;
        if (from.IsEmpty || from.Length > text.Length || from.SequenceEqual("SCAVENGE"u8)) return null;
        var dotted = false;
        for (var i = 0; i < from.Length; i++)
        {
            text[i] = from[i] is >= (byte)'A' and <= (byte)'Z' ? (byte)(from[i] | 0x20) : from[i];
            if (text[i] != '_' || dotted) continue;
            text[i] = (byte)'.';
            dotted = true;
        }

        return names.Get(text[..from.Length]);
    }

    private static ReadOnlySpan<byte> WithoutVariant(ReadOnlySpan<byte> timer)
    {
        if (timer.EndsWith("Background"u8)) return timer[..^"Background".Length];
        return timer.EndsWith("Foreground"u8) ? timer[..^"Foreground".Length] : timer;
    }
}
