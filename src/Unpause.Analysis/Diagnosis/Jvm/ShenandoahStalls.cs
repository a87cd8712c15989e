using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// Shenandoah's ways to make threads wait for memory: it holds each allocation back a little (pacing), gives a concurrent
/// cycle up and ends it in a pause (degenerated), and at last collects everything in one (full). Source: <c>shenandoahPacer.cpp</c>,
/// <c>shenandoahDegeneratedGC.cpp</c>.
/// </summary>
internal static class ShenandoahStalls
{
    /// <summary>How many cycles must have been given up.</summary>
    public static readonly Threshold FewestGivenUp = Threshold.Count(
        "fewest collections that Shenandoah gave up", 5, "collections", "its first cycles come before it knows the program");

    /// <summary>How large a part of all cycles that must be.</summary>
    public static readonly Threshold LeastGivenUp = Threshold.Percent(
        "least share of Shenandoah's collections that were given up", 20,
        "now and then a burst of allocation overtakes any concurrent collector");

    /// <summary>How long threads must have been held back.</summary>
    public static readonly Threshold LeastPaced = Threshold.Percent(
        "least time for which Shenandoah held threads back, against the recorded time", 10,
        "over all threads together, so on many threads it is little for each");

    /// <summary>How long that is for a grave finding.</summary>
    public static readonly Threshold HighPaced = Threshold.Percent(
        "time for which Shenandoah held threads back that makes the finding high", 30, "three times as much");

    /// <summary>Checks a recording of Shenandoah.</summary>
    /// <param name="id">The rule's id.</param>
    /// <param name="process">What was recorded.</param>
    /// <param name="veryLong">A pause that makes the finding high.</param>
    public static Verdict Check(string id, AnalysedProcess process, Threshold veryLong)
    {
        var givenUp = CollectionGroup.Of(process.Recording, GivenUp);
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
                "given_up_collections",
                $"collections that were given up and ended in a pause (degenerated or full), of {givenUp.All} (numbers {givenUp.Numbers})",
                givenUp.Count,
                "collections"));
            evidence.Add(Evidence.Time("pause_total_ms", "their pauses", givenUp.PauseTotalNanoseconds));
            evidence.Add(Evidence.Time("pause_max_ms", "the longest", givenUp.PauseMaxNanoseconds));
        }

        if (paced > 0)
        {
            evidence.Add(Evidence.Time(
                "pacing_total_ms", "time that allocating threads were held back (pacing), all threads together", paced));
            evidence.Add(Evidence.Percent("pacing_percent", "it in relation to the recorded time", pacedShare * 100));
        }

        if (process.Summary.Heap.AllocationRateBytesPerSecond is { } rate)
        {
            evidence.Add(Evidence.Rate("allocation_bytes_per_s", "allocation rate", rate));
        }

        var title = often
            ? $"Shenandoah gave up {givenUp.Share * 100:0} % of its collections and ended them in a pause, the longest "
                + $"of {Quantities.Duration(givenUp.PauseMaxNanoseconds)}"
            : $"Shenandoah held allocating threads back for {Quantities.Duration(paced)}, {pacedShare * 100:0} % of the recorded time";
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
        new("A concurrent collector needs free memory to work in: a larger heap is the first cure.", "-Xmx"),
        new(
            "Let it begin its cycles earlier: with more of the heap still free (percent, default 10; JDK 11 and later).",
            "-XX:+UnlockExperimentalVMOptions -XX:ShenandoahMinFreeThreshold=25"),
        new("Let it work with more threads, if CPUs are free (JDK 11 and later).", "-XX:ConcGCThreads=4"),
        .. process.Recording.Collections.Any(collection => collection.Generation == Generations.Young)
            ? (Advice[])[]
            : [new(
                "The generational mode frees young objects far sooner (JDK 25 and later; an experiment in 24).",
                "-XX:+UseShenandoahGC -XX:ShenandoahGCMode=generational")],
    ];
}
