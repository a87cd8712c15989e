using Unpause.Analysis;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Jvm;

/// <summary>What "give the heap more room" comes to for a process: a size, another setting, or nothing.</summary>
internal static class HeapAdvice
{
    /// <summary>A heap of more than this share of the machine's memory leaves too little for threads, code and others.</summary>
    private const double MostOfMemory = 0.75;

    /// <summary>A heap that held at most this share of what it may take is not bound by its limit.</summary>
    private const double Unbound = 0.1;

    /// <summary>Where other stops take this share of the time, a heap's size changes little.</summary>
    private const double MostElsewhere = 0.5;

    /// <summary>From fewer collections than these no size follows: they may be a piece of a log.</summary>
    private const int Fewest = 5;

    private const int Twice = 2;
    private const int Mebibyte = 20;

    /// <summary>The advice with a size; null when a larger heap is no cure.</summary>
    public static Advice? Of(AnalysedProcess process, JvmFacts facts, Advice advice)
    {
        if (IsElsewhere(process)) return null;
        var (limit, peak) = (process.Recording.HeapMaximumBytes ?? process.Summary.Heap.MaxBytes, process.Summary.Heap.PeakBytes);
        if (process.Recording.HeapMaximumBytes is { } most && peak is > 0 && peak < most * Unbound) return Start(facts, most, peak.Value);
        if ((limit ?? peak) is not (> 0 and < long.MaxValue / Twice / Twice and var now)) return advice with { Setting = null };
        if (process.Summary.Collections.Count is > 0 and < Fewest and var few)
        {
            return new($"{advice.Text} How much more can't be told from {Quantities.Count(few, "collection")}: record longer.");
        }

        var wanted = now * Twice;
        if (facts.MemoryBytes is { } memory && wanted > memory * MostOfMemory)
        {
            return new(
                $"{advice.Text} But the machine has {Quantities.Bytes(memory)}, so twice the heap of {Quantities.Bytes(now)} needs a "
                + "larger one.");
        }

        return Sized(process, facts, advice, now, wanted);
    }

    /// <summary>The advice with a size that keeps references small where that is possible, and says so where it isn't.</summary>
    /// <param name="process">The process.</param>
    /// <param name="facts">What is known of it.</param>
    /// <param name="advice">The advice without its size.</param>
    /// <param name="now">The heap that it has, in bytes.</param>
    /// <param name="wanted">The heap that it should have, in bytes.</param>
    internal static Advice Sized(AnalysedProcess process, JvmFacts facts, Advice advice, long now, long wanted)
    {
        var (bytes, remark) = CompressedOops.Fit(process, facts, now, wanted);
        var text = remark is null ? advice.Text : $"{advice.Text} {remark}";
        return advice with { Text = text, Setting = $"-Xmx{Math.Max(1, bytes >> Mebibyte)}m" };
    }

    /// <summary>A collector that keeps the heap far below its limit is helped by a larger start, not by a larger limit.</summary>
    private static Advice? Start(JvmFacts facts, long limit, long peak)
    {
        var wanted = peak * Twice * Twice;
        return JvmFacts.Bytes(facts.Present("Xms")) >= wanted
            ? null
            : new(
                $"The heap held {Quantities.Bytes(peak)} at most of the {Quantities.Bytes(limit)} that it may take, so a larger limit "
                + "changes nothing: start with a larger heap (all versions).",
                $"-Xms{Math.Max(1, wanted >> Mebibyte)}m");
    }

    /// <summary>Whether most of the stops are System.gc()'s or went into bringing threads to a halt.</summary>
    internal static bool IsElsewhere(AnalysedProcess process)
    {
        var summary = process.Summary;
        long induced = 0;
        foreach (var cause in summary.Collections.ByCause)
        {
            if (cause.Cause == Causes.Induced) induced += cause.PauseTotalNanoseconds;
        }

        if (induced > summary.Pauses.TotalNanoseconds * MostElsewhere) return true;
        return summary.Stops is { } stops && stops.OutsidePausesNanoseconds > stops.TotalNanoseconds * MostElsewhere;
    }
}
