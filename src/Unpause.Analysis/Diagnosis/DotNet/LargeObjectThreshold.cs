using System.Numerics;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// The large object threshold that fits the sizes of a recording's large objects. A threshold that covers few of them has no effect: with
/// arrays of 100,000 to 285,000 bytes, 131072 left 30 of 35 gen2 collections, 524288 none (.NET 10.0.12).
/// </summary>
internal static class LargeObjectThreshold
{
    /// <summary>The threshold must be above the size of this share of the allocated bytes.</summary>
    public static readonly Threshold Covered = Threshold.Percent(
        "minimum share of the large objects' bytes that a threshold must cover", 90, "the remaining "
            + "large objects still start gen2 collections");

    /// <summary>The threshold must not exceed this size.</summary>
    public static readonly Threshold Highest = Threshold.Mebibytes(
        "the highest threshold", 1, "larger survivors are costly to copy, and a few of them fill gen0");

    /// <summary>The advice; null where the sizes are not recorded, or are too large.</summary>
    public static Advice? For(Recording recording)
    {
        if (recording.Allocations?.LargeSizes is not { } sizes || sizes.Covering(Covered.Share) is not { } size) return null;
        // The next results may be slightly larger, so take the next power of two.
        var wanted = (long)BitOperations.RoundUpToPowerOf2((ulong)size);
        if (wanted > Highest.Value) return null;
        if (DotNetSettings.Number(recording.Source, DotNetSettingNames.LargeThreshold) >= wanted) return null;
        return new(
            $"If most of them die young, raise the large object threshold: {Covered} of their bytes are in objects of up to "
            + $"{Quantities.Bytes(size)}, and a threshold of {Quantities.Bytes(wanted)} covers "
            + $"{Quantities.Percent(100 * sizes.ShareUpTo(wanted))} (.NET 5 and later, read at start; hexadecimal in the "
            + "environment, decimal in runtimeconfig.json). Survivors are then copied, so measure the effect. In "
            + $"runtimeconfig.json: \"System.GC.LOHThreshold\": {wanted}.",
            $"DOTNET_GCLOHThreshold=0x{wanted:X}");
    }
}
