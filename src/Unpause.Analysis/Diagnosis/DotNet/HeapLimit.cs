using Unpause.Recordings;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>The advice to raise a heap limit. A recording shows the limit, and not where it comes from.</summary>
internal static class HeapLimit
{
    /// <summary>In a container the heap may take this share of the memory, unless a limit is set (GCHeapHardLimitPercent).</summary>
    private const double ShareOfContainer = 0.75;

    /// <summary>
    /// The advice to raise the limit to so many bytes. With a limit above the container's memory, the kernel would kill the process.
    /// </summary>
    public static Advice Raise(long wanted, string why) => new(
        $"{why} By default the limit is 75 % of the container's memory: then give the container "
        + $"{Quantities.Bytes(wanted / ShareOfContainer)}, and set no limit. If the limit was set explicitly, raise it, but keep it below "
        + "the container's memory (.NET 5 and later; decimal in runtimeconfig.json, hexadecimal in the environment). In "
        + $"runtimeconfig.json: \"System.GC.HeapHardLimit\": {wanted}.",
        $"DOTNET_GCHeapHardLimit=0x{wanted:X}");
}
