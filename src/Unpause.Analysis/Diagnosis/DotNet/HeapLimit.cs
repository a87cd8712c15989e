namespace Unpause.Diagnosis.DotNet;

/// <summary>How a heap's limit is raised. A recording tells the limit, and not who set it.</summary>
internal static class HeapLimit
{
    /// <summary>In a container the heap may take this share of the memory, unless a limit is set (GCHeapHardLimitPercent).</summary>
    private const double ShareOfContainer = 0.75;

    /// <summary>
    /// The advice to raise the limit to so many bytes. A limit beyond what the container has would end in its being killed.
    /// </summary>
    public static Advice Raise(long wanted, string why) => new(
        $"{why} Where nobody set the limit it is 75 % of the container's memory: give the container "
        + $"{Quantities.Bytes(wanted / ShareOfContainer)}, and set nothing. Where it was set, set it higher, below what the container has "
        + "(.NET 5 and later; decimal in runtimeconfig.json, hexadecimal in the environment). In runtimeconfig.json: "
        + $"\"System.GC.HeapHardLimit\": {wanted}.",
        $"DOTNET_GCHeapHardLimit=0x{wanted:X}");
}
