namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>Turns "give the heap more room" into advice for a process: a size, another setting, or nothing.</summary>
internal static class HeapAdvice
{
    /// <summary>A heap above this share of the machine's memory leaves too little for threads, code and other processes.</summary>
    private const double MostOfMemory = 0.75;

    /// <summary>A heap that used at most this share of its limit is not bound by it.</summary>
    private const double Unbound = 0.1;

    /// <summary>If other stops take this share of the time, the heap size changes little.</summary>
    private const double MostElsewhere = 0.5;

    /// <summary>Fewer collections are too few to derive a size: they may be a fragment of a log.</summary>
    private const int Fewest = 5;

    /// <summary>A heap that grows by less does not help measurably.</summary>
    private const double LeastStep = 1.25;

    private const string Cost = "It costs that much memory, and single full collections may take longer.";

    private const int Twice = 2;
    private const int Mebibyte = 20;

    /// <summary>The advice with a size; null if a larger heap does not help.</summary>
    public static Advice? WithSize(AnalysedProcess process, JvmFacts facts, Advice advice)
    {
        // Threads that wait for memory wait outside pauses.
        if (IsElsewhere(process) && process.Recording.Stalls.Count == 0 && process.Recording.Source.Collector != "ZGC") return null;
        var (limit, peak) = (process.Recording.HeapMaximumBytes ?? process.Summary.Heap.MaxBytes, process.Summary.Heap.PeakBytes);
        if (process.Recording.HeapMaximumBytes is { } most && peak is > 0 && peak < most * Unbound) return Start(facts, most, peak.Value);
        if ((limit ?? peak) is not (> 0 and < long.MaxValue / Twice / Twice and var now)) return advice with { Setting = null };
        if (process.Summary.Collections.Count is > 0 and < Fewest and var few)
        {
            return new($"{advice.Text} {Quantities.Count(few, "collection")} cannot show how much more it needs: record longer.");
        }

        var wanted = now * Twice;
        if (facts.MemoryBytes is { } memory && wanted > memory * MostOfMemory)
        {
            return new(
                $"{advice.Text} But the machine has only {Quantities.Bytes(memory)}: doubling the heap of "
                + $"{Quantities.Bytes(now)} needs a larger machine.");
        }

        return Sized(process, facts, advice, now, wanted);
    }

    /// <summary>The advice with a size that keeps compressed references if possible, and a remark if not.</summary>
    /// <param name="facts">What is known about its JVM.</param>
    /// <param name="advice">The advice without its size.</param>
    /// <param name="now">The current heap size, in bytes.</param>
    /// <param name="wanted">The wanted heap size, in bytes.</param>
    internal static Advice Sized(AnalysedProcess process, JvmFacts facts, Advice advice, long now, long wanted)
    {
        // A size about the one in force changes nothing.
        wanted = Math.Max(wanted, (long)(now * LeastStep));
        var (bytes, remark) = CompressedOops.Fit(process, facts, now, wanted);
        var size = Mebibytes(bytes);
        var forecast = HeapForecast.Find(process, size << Mebibyte);
        return advice with
        {
            Text = string.Join(' ', new[] { advice.Text, remark, forecast?.ToString(), Cost }.OfType<string>()),
            Setting = $"-Xmx{size}m",
            Gain = forecast?.Gain,
        };
    }

    /// <summary>Rounded up, so that a setting is never below the size that a sentence names.</summary>
    private static long Mebibytes(long bytes) => Math.Max(1, (bytes + (1 << Mebibyte) - 1) >> Mebibyte);

    /// <summary>If the heap stays far below its limit, a larger initial size helps, not a larger limit.</summary>
    private static Advice? Start(JvmFacts facts, long limit, long peak)
    {
        var wanted = peak * Twice * Twice;
        return JvmFacts.Bytes(facts.Present("Xms")) >= wanted
            ? null
            : new(
                $"The heap used at most {Quantities.Bytes(peak)} of its limit of {Quantities.Bytes(limit)}, so a larger limit "
                + "changes nothing. Raise the initial heap size instead (all versions).",
                $"-Xms{Mebibytes(wanted)}m");
    }

    /// <summary>Whether most stopped time is explicit GC, inspections by a tool or time to safepoint.</summary>
    internal static bool IsElsewhere(AnalysedProcess process)
    {
        var summary = process.Summary;
        long induced = 0;
        foreach (var cause in summary.Collections.ByCause)
        {
            if (cause.Cause is Causes.Induced or Causes.Diagnostic) induced += cause.PauseTotalNanoseconds;
        }

        if (induced > summary.Pauses.TotalNanoseconds * MostElsewhere) return true;
        return summary.Stops is { } stops && stops.OutsidePausesNanoseconds > stops.TotalNanoseconds * MostElsewhere;
    }
}

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
