namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Compressed references of 4 bytes, which need a heap below 32 GiB. Above it the same objects need more memory. Sizes in bytes. Source:
/// OpenJDK, src/hotspot/share/runtime/arguments.cpp, set_use_compressed_oops. JDK 8, 11, 17, 25 and 26 were started with 31 GiB, where
/// they are on, and with 32767 MiB, where they are off.
/// </summary>
internal static class CompressedOops
{
    /// <summary>The largest heap that certainly has them with an object alignment of 8 bytes.</summary>
    private const long Most = 31L << 30;

    /// <summary>A smaller increase does not help, so a much larger heap is advised, with its cost.</summary>
    private const double LeastStep = 1.25;

    private const string DefaultAlignment = "8";

    /// <summary>A heap size, and a remark on compressed references.</summary>
    /// <param name="process">The process.</param>
    /// <param name="facts">What is known about its JVM.</param>
    /// <param name="now">The current heap size.</param>
    /// <param name="wanted">The wanted heap size, larger than the current one.</param>
    /// <returns>The size, at most the wanted one; the remark is null if the size of references does not change.</returns>
    public static (long Bytes, string? Remark) Fit(AnalysedProcess process, JvmFacts facts, long now, long wanted)
    {
        if (now > Most || wanted <= Most || AreOff(process, facts)) return (wanted, null);
        if (Most >= now * LeastStep)
        {
            return (
                Most,
                "Not more: from 32 GiB on, references take 8 bytes instead of 4 (no compressed oops), and objects need more memory.");
        }

        return (
            wanted,
            "From 32 GiB on, references take 8 bytes instead of 4 (no compressed oops), and objects need more memory. "
            + "A heap slightly above 32 GiB would be worse than now. First try to shrink the live set.");
    }

    /// <summary>Whether references already take 8 bytes, or a different limit applies.</summary>
    private static bool AreOff(AnalysedProcess process, JvmFacts facts)
    {
        if (process.Recording.Source.Collector == "ZGC") return true;
        if (facts.Present("UseCompressedOops") == "false") return true;
        if (facts.Present("Compressed Oops")?.StartsWith("Disabled", StringComparison.Ordinal) == true) return true;
        return facts.Present("ObjectAlignmentInBytes") is { } alignment && alignment != DefaultAlignment;
    }
}
