using Unpause.Analysis;
using Unpause.Recordings;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// Shenandoah's ways to make threads wait for memory: it holds each allocation back a little (pacing), gives a concurrent
/// cycle up and ends it in a pause (degenerated), and at last collects everything in one (full). Source: <c>shenandoahPacer.cpp</c>,
/// <c>shenandoahDegeneratedGC.cpp</c>.
/// </summary>
internal static class ShenandoahStalls
{
    private const int FewestGivenUp = 5;
    private const double LeastGivenUpShare = 0.2;
    private const double LeastPacedShare = 0.1;
    private const double HighShare = 0.3;
    private const long HighNanoseconds = 100_000_000;

    /// <summary>Checks a recording of Shenandoah.</summary>
    public static Verdict Check(string id, AnalysedProcess process)
    {
        var givenUp = MarkedCollections.Of(process.Recording, collection => collection.Marks?.Contains(JvmMarks.Degenerated) == true || (collection.Generation == Generations.Full && collection.Cause is not (Causes.Induced or Causes.Diagnostic)));
        var often = givenUp.Count >= FewestGivenUp && givenUp.Share >= LeastGivenUpShare;
        var paced = default(Total);
        foreach (var stall in process.Recording.Stalls)
        {
            if (stall.Name == JvmStalls.Pacing) paced += stall.DurationNanoseconds;
        }

        var pacedShare = process.Recording.ObservedNanoseconds is > 0 and var observed ? (double)paced / observed : 0;
        if (!often && pacedShare < LeastPacedShare) return Verdict.Silent;
        List<Evidence> evidence = [];
        if (givenUp.Count > 0)
        {
            evidence.Add(new(Of($"collections that were given up and ended in a pause (degenerated or full), of {givenUp.Total} (numbers {givenUp.Numbers})"), givenUp.Count, "collections"));
            evidence.Add(new("their pauses", Milliseconds(givenUp.PauseTotal), "ms"));
            evidence.Add(new("the longest", Milliseconds(givenUp.PauseMax), "ms"));
        }

        if (paced > 0)
        {
            evidence.Add(new("time that allocating threads were held back (pacing), all threads together", Milliseconds(paced), "ms"));
            evidence.Add(new("it in relation to the recorded time", Math.Round(pacedShare * 100, 1), "percent"));
        }

        if (process.Summary.Heap.AllocationRateBytesPerSecond is { } rate) evidence.Add(new("allocation rate", Math.Round(rate), "bytes per second"));
        var title = often
            ? Of($"Shenandoah gave up {givenUp.Share * 100:0} % of its collections and ended them in a pause, the longest of {Milliseconds(givenUp.PauseMax)} ms")
            : Of($"Shenandoah held allocating threads back for {Milliseconds(paced)} ms, {pacedShare * 100:0} % of the recorded time");
        var severity = givenUp.PauseMax >= HighNanoseconds || pacedShare >= HighShare ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(id, severity, title, evidence, Advice(), null));
    }

    private static List<Advice> Advice() =>
    [
        new("A concurrent collector needs free memory to work in: a larger heap is the first cure.", "-Xmx"),
        new("Let it begin its cycles earlier: with more of the heap still free (percent, default 10; JDK 11 and later).", "-XX:+UnlockExperimentalVMOptions -XX:ShenandoahMinFreeThreshold=25"),
        new("Let it work with more threads, if CPUs are free (JDK 11 and later).", "-XX:ConcGCThreads=4"),
        new("The generational mode frees young objects far sooner (JDK 25 and later; an experiment in 24).", "-XX:+UseShenandoahGC -XX:ShenandoahGCMode=generational"),
    ];
}
