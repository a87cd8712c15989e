namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Keeps of advice what also holds for OpenJ9 and native images: what to do in the program and on the machine, and the heap's size.
/// HotSpot's flags do not exist there, or do something else; its tools and flight recordings are not there either.
/// </summary>
internal static class OtherJvmAdvice
{
    private const string Maximum = "-Xmx";

    /// <summary>Half of where HotSpot's references grow. For larger heaps no size is derived, because others' grow elsewhere.</summary>
    private const long MostSized = 15L << 30;

    // Words of texts that are about HotSpot.
    private static readonly string[] OfHotSpot =
        ["-XX:", "-Xlog", "JDK ", "G1", JvmCollectors.Shenandoah, "ZGC", "metaspace", "jcmd", "humongous"];

    /// <summary>The advice that applies, in the same order.</summary>
    public static IReadOnlyList<Advice> Checked(AnalysedProcess process, IReadOnlyList<Advice> all)
    {
        var kept = new List<Advice>();
        foreach (var advice in all)
        {
            if (Checked(process, advice) is { } good && !kept.Exists(other => other.Text == good.Text)) kept.Add(good);
        }

        return kept;
    }

    private static Advice? Checked(AnalysedProcess process, Advice advice)
    {
        if (Array.Exists(OfHotSpot, word => advice.Text.Contains(word, StringComparison.OrdinalIgnoreCase))) return null;
        if (advice.Setting is not { } setting) return advice;
        if (setting.StartsWith(Maximum, StringComparison.Ordinal))
        {
            // The limit is most of the machine's memory by default: a size derived from what was used could lower it.
            if (process.Recording.HeapMaximumBytes is not (> 0 and <= MostSized)) return advice with { Setting = null };
            return setting == Maximum ? HeapAdvice.WithSize(process, JvmFacts.From(process), advice) : advice;
        }

        // Flags are HotSpot's. A command only shows more about what the text advises.
        return setting.StartsWith('-') ? null : advice with { Setting = null };
    }
}
