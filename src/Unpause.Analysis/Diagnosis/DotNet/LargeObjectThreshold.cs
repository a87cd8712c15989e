using System.Numerics;
using Unpause.Recordings;
using Unpause.Recordings.Allocations;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// The large object threshold that the sizes of a recording's large objects ask for. One that covers few of them changes nothing: with
/// arrays of 100,000 to 285,000 bytes 131072 left 30 of 35 gen2 collections, 524288 none (.NET 10.0.12).
/// </summary>
internal static class LargeObjectThreshold
{
    /// <summary>The threshold must lie above so much of what is allocated.</summary>
    public static readonly Threshold Covered = Threshold.Percent(
        "least share of the large objects' bytes that a threshold must cover", 90, "those that stay large go on starting gen2 collections");

    /// <summary>A threshold may not lie above it.</summary>
    public static readonly Threshold Highest = Threshold.Mebibytes(
        "the highest threshold", 1, "larger objects that survive are dear to copy, and fill a gen0 with a few");

    /// <summary>The advice; null where the sizes aren't told, or are too large.</summary>
    public static Advice? For(Recording recording)
    {
        if (recording.Allocations?.LargeSizes is not { } sizes || sizes.Covering(Covered.Share) is not { } size) return null;
        // A program's next answers are a little larger: the next power of two.
        var wanted = (long)BitOperations.RoundUpToPowerOf2((ulong)size);
        if (wanted > Highest.Value) return null;
        if (DotNetSettings.Number(recording.Source, DotNetSettingNames.LargeThreshold) >= wanted) return null;
        return new(
            $"If most of them die young, let them live among the small objects: {Covered} of their bytes are in objects of up to "
            + $"{Quantities.Bytes(size)}, and a threshold of {Quantities.Bytes(wanted)} covers "
            + $"{Quantities.Percent(100 * sizes.ShareUpTo(wanted))} (.NET 5 and later, read at start; hexadecimal in the environment, "
            + "decimal "
            + "in runtimeconfig.json). Those that survive are copied, so measure. In runtimeconfig.json: "
            + $"\"System.GC.LOHThreshold\": {wanted}.",
            $"DOTNET_GCLOHThreshold=0x{wanted:X}");
    }
}
