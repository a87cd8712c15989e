using Unpause.Analysis;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>
/// ZGC or Shenandoah freed memory more slowly than the program allocated it, so threads had to wait: pauses look small and
/// requests are slow all the same.
/// </summary>
public sealed class AllocationStalls : JvmRule
{
    private const long LeastNanoseconds = 10_000_000;
    private const long HighNanoseconds = 100_000_000;

    /// <inheritdoc/>
    public override string Id => "allocation-stalls";

    /// <inheritdoc/>
    public override string Summary => "Threads wait for ZGC to free memory (Allocation Stall), or for Shenandoah (pacing, degenerated cycles): small pauses, but as bad for the request.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Recording.Source.Collector == "Shenandoah") return ShenandoahStalls.Check(Id, process);
        var total = default(Total);
        long max = 0;
        foreach (var stall in process.Recording.Stalls)
        {
            total += stall.DurationNanoseconds;
            max = Math.Max(max, stall.DurationNanoseconds);
        }

        if (total < LeastNanoseconds) return Verdict.Silent;
        List<Evidence> evidence =
        [
            new("waits of single threads", process.Recording.Stalls.Count, "stalls"),
            new("their total, over all threads", Milliseconds(total), "ms"),
            new("the longest", Milliseconds(max), "ms"),
            new("for comparison, all pauses together", Milliseconds(process.Summary.Pauses.TotalNanoseconds), "ms"),
        ];
        if (process.Summary.Heap.AllocationRateBytesPerSecond is { } rate) evidence.Add(new("allocation rate", Math.Round(rate), "bytes per second"));
        List<Advice> advice =
        [
            new("A concurrent collector needs free memory to work in: a larger heap is the first cure.", "-Xmx"),
            .. Generational(process) ? (Advice[])[] : [new("Use the generational mode, which frees young objects far sooner (JDK 21 and 22 need the switch, 23 has it on, 24 and later know nothing else).", "-XX:+UseZGC -XX:+ZGenerational")],
            new("Let it mark with more threads, if CPUs are free (JDK 11 and later).", "-XX:ConcGCThreads=4"),
        ];
        var severity = max >= HighNanoseconds ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(Id, severity, Of($"Threads waited {Count(process.Recording.Stalls.Count, "time")} for memory, up to {Milliseconds(max)} ms"), evidence, advice, null));
    }

    private static bool Generational(AnalysedProcess process) => process.Recording.Collections.Any(collection => collection.Generation == Recordings.Generations.Young);
}
