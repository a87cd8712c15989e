namespace Unpause.Recordings.Readers.DotNet.Collections;

/// <summary>
/// Why a collection started: the runtime's numbers, its own words, and ours. Source: dotnet/runtime,
/// src/coreclr/gc/gc.h, enum gc_reason, .NET 10 (older runtimes have the same numbers, up to theirs).
/// </summary>
internal static class GcReasons
{
    private static readonly (string Word, string Cause)[] Table =
    [
        (DotNetReasons.AllocSmall, Causes.Allocation),
        ("Induced", Causes.Induced),
        ("LowMemory", Causes.LowMemory),
        ("Empty", Causes.Other),
        (DotNetReasons.AllocLarge, Causes.LargeObjectAllocation),
        ("OutOfSpaceSOH", Causes.Allocation),
        (DotNetReasons.OutOfSpaceLarge, Causes.LargeObjectAllocation),
        (DotNetReasons.InducedNotForced, Causes.Induced),
        ("Stress", Causes.Diagnostic),
        ("LowMemoryBlocking", Causes.LowMemory),
        (DotNetReasons.InducedCompacting, Causes.Induced),
        ("LowMemoryHost", Causes.LowMemory),
        ("PMFullGC", Causes.LowMemory),
        ("LowMemoryHostBlocking", Causes.LowMemory),
        ("BgcTuningSOH", Causes.Occupancy),
        ("BgcTuningLOH", Causes.Occupancy),
        ("BgcStepping", Causes.Occupancy),
        (DotNetReasons.InducedAggressive, Causes.Induced),
    ];

    /// <summary>Whether code induced it.</summary>
    public static bool IsInduced(uint reason) => Get(reason).Cause == Causes.Induced;

    /// <summary>The runtime's word and the normalised cause for a reason's number.</summary>
    public static (string Word, string Cause) Get(uint reason) => reason < Table.Length ? Table[reason] : ("Unknown", Causes.Other);

    /// <summary>The same for the runtime's word, as tools print it.</summary>
    public static (string Word, string Cause) Find(ReadOnlySpan<byte> text)
    {
        foreach (var row in Table)
        {
            if (System.Text.Ascii.Equals(text, row.Word)) return row;
        }

        return Get(uint.MaxValue);
    }
}
