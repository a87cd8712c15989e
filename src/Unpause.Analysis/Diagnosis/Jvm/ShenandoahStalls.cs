namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>
/// Shenandoah's ways to make threads wait for memory: it delays each allocation a little (pacing), finishes a concurrent cycle in a
/// pause (degenerated GC), and finally runs a full collection in a pause (full GC). Source: <c>shenandoahPacer.cpp</c>,
/// <c>shenandoahDegeneratedGC.cpp</c>.
/// </summary>
internal static class ShenandoahStalls
{
    /// <summary>Fewest cycles that degenerated or fell back to a full GC.</summary>
    public static readonly Threshold FewestGivenUp = Threshold.Count(
        "fewest degenerated or full GCs of Shenandoah", 5, "collections", "its heuristics need some cycles to adapt");

    /// <summary>Smallest share of such cycles.</summary>
    public static readonly Threshold LeastGivenUp = Threshold.Percent(
        "smallest share of degenerated or full GCs", 20,
        "an occasional burst of allocation outruns any concurrent collector");

    /// <summary>Shortest pacing time.</summary>
    public static readonly Threshold LeastPaced = Threshold.Percent(
        "smallest pacing time relative to the recorded time", 10,
        "it is the sum over all threads, so with many threads each waits little");

    /// <summary>Pacing time from which the finding is high.</summary>
    public static readonly Threshold HighPaced = Threshold.Percent(
        "pacing time from which the finding is high", 30, "three times as much");

    /// <summary>Checks a recording of Shenandoah.</summary>
    /// <param name="veryLong">Pause from which the finding is high.</param>
    public static Verdict Check(string id, AnalysedProcess process, Threshold veryLong)
    {
        var givenUp = CollectionGroup.Select(process.Recording, GivenUp);
        var often = givenUp.Count >= FewestGivenUp.Value && givenUp.Share >= LeastGivenUp.Share;
        var paced = default(Total);
        foreach (var stall in process.Recording.Stalls)
        {
            if (stall.Name == JvmStalls.Pacing) paced += stall.DurationNanoseconds;
        }

        var pacedShare = process.Recording.ObservedNanoseconds is > 0 and var observed ? (double)paced / observed : 0;
        if (!often && pacedShare < LeastPaced.Share) return Verdict.Silent;
        List<Evidence> evidence = [];
        if (givenUp.Count > 0)
        {
            evidence.Add(Evidence.Count(
                "degenerated_or_full_collections",
                $"degenerated or full collections, of {givenUp.All} (numbers {givenUp.Numbers})",
                givenUp.Count,
                "collections"));
            evidence.Add(Evidence.Time("pause_total_ms", "total pause time of these collections", givenUp.PauseTotalNanoseconds));
            evidence.Add(Evidence.Time("pause_max_ms", "longest of these pauses", givenUp.PauseMaxNanoseconds));
        }

        if (paced > 0)
        {
            evidence.Add(Evidence.Time(
                "pacing_total_ms", "pacing: time that allocating threads were delayed, over all threads", paced));
            evidence.Add(Evidence.Percent("pacing_percent", "pacing time relative to the recorded time", pacedShare * 100));
        }

        if (process.Summary.Heap.AllocationRateBytesPerSecond is { } rate)
        {
            evidence.Add(Evidence.Rate("allocation_bytes_per_s", "allocation rate", rate));
        }

        var title = often
            ? $"{givenUp.Share * 100:0} % of Shenandoah's collections were degenerated or full; "
                + $"the longest pause took {Quantities.Duration(givenUp.PauseMaxNanoseconds)}"
            : $"Shenandoah's pacing delayed allocating threads for {Quantities.Duration(paced)}, "
                + $"{pacedShare * 100:0} % of the recorded time";
        var severity = givenUp.PauseMaxNanoseconds >= veryLong.Nanoseconds || pacedShare >= HighPaced.Share
            ? Severity.High
            : Severity.Medium;
        return Verdict.Found(new Finding(id, severity, title, evidence, AdviceOn(process), null));
    }

    private static bool GivenUp(Collection collection) =>
        collection.Marks?.Contains(JvmMarks.Degenerated) == true
        || (collection.Generation == Generations.Full && collection.Cause is not (Causes.Induced or Causes.Diagnostic));

    private static List<Advice> AdviceOn(AnalysedProcess process) =>
    [
        new("Give the heap more room first: a concurrent collector needs free memory to work in.", "-Xmx"),
        new(
            "Start cycles earlier, while more of the heap is free (percent, default 10; JDK 11 and later).",
            "-XX:+UnlockExperimentalVMOptions -XX:ShenandoahMinFreeThreshold=25"),
        new("Give it more concurrent GC threads if CPUs are idle (JDK 11 and later).", "-XX:ConcGCThreads=4"),
        .. process.Recording.Collections.Any(collection => collection.Generation == Generations.Young)
            ? (Advice[])[]
            : [new(
                "The generational mode frees young objects far sooner (JDK 25 and later; experimental in JDK 24).",
                "-XX:+UseShenandoahGC -XX:ShenandoahGCMode=generational")],
    ];
}
