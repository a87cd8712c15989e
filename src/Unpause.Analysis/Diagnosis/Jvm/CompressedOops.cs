using Unpause.Analysis;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// References of 4 bytes, which a heap of 32 GiB and more can't have: the same objects need more of it. Sizes in bytes. Source: OpenJDK,
/// src/hotspot/share/runtime/arguments.cpp, set_use_compressed_oops; JDK 8, 11, 17, 25 and 26 were started with 31 GiB, which
/// have them, and with 32767 MiB, which don't.
/// </summary>
internal static class CompressedOops
{
    /// <summary>The largest heap that is sure to have them with objects that are aligned to 8 bytes.</summary>
    private const long Most = 31L << 30;

    /// <summary>A heap that is larger by less than this is no cure, so a much larger one is named, with what it costs.</summary>
    private const double LeastStep = 1.25;

    private const string DefaultAlignment = "8";

    /// <summary>A size for the heap, and what is to be said of it.</summary>
    /// <param name="process">The process.</param>
    /// <param name="facts">What is known of it.</param>
    /// <param name="now">The heap that it has.</param>
    /// <param name="wanted">The heap that it should have, more than it has.</param>
    /// <returns>The size, not more than wanted; the remark is null where references stay as they are.</returns>
    public static (long Bytes, string? Remark) Fit(AnalysedProcess process, JvmFacts facts, long now, long wanted)
    {
        if (now > Most || wanted <= Most || AreOff(process, facts)) return (wanted, null);
        if (Most >= now * LeastStep)
        {
            return (Most, "Not more: from 32 GiB on references take 8 bytes rather than 4, and the same objects need more.");
        }

        return (
            wanted,
            "It crosses 32 GiB, from where on references take 8 bytes rather than 4: the same objects then need more, so a little above "
            + "would be worse than now. See first whether fewer or smaller live objects do.");
    }

    /// <summary>Whether references are of 8 bytes already, or the limit is another one.</summary>
    private static bool AreOff(AnalysedProcess process, JvmFacts facts)
    {
        if (process.Recording.Source.Collector == "ZGC") return true;
        if (facts.Present("UseCompressedOops") == "false") return true;
        if (facts.Present("Compressed Oops")?.StartsWith("Disabled", StringComparison.Ordinal) == true) return true;
        return facts.Present("ObjectAlignmentInBytes") is { } alignment && alignment != DefaultAlignment;
    }
}
