using Unpause.Analysis;
using static Unpause.Diagnosis.Jvm.JvmText;

namespace Unpause.Diagnosis.Jvm;

/// <summary>The live set takes most of the largest heap, so little is left to allocate into and collections never end.</summary>
public sealed class CrampedHeap : JvmRule
{
    private const double LeastOccupied = 0.6;
    private const double LowThroughputPercent = 95;
    private const double AimedOccupied = 0.4;

    /// <inheritdoc/>
    public override string Id => "cramped-heap";

    /// <inheritdoc/>
    public override string Summary => "The heap is too small for its live set, and the program spends its time collecting.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var heap = process.Summary.Heap;
        if (heap is not { LiveSetBytes: { } live, MaxBytes: > 0 })
        {
            return Verdict.NotApplicable("The live set is only known after a collection that marked the whole heap: record longer, with -Xlog:gc* (JDK 9 and later) or -XX:+PrintGCDetails (JDK 8).");
        }

        var occupied = (double)live / heap.MaxBytes.Value;
        if (occupied < LeastOccupied || process.Summary.Pauses.ThroughputPercent is not < LowThroughputPercent) return Verdict.Silent;
        var needed = (long)(live / AimedOccupied);
        List<Evidence> evidence =
        [
            new("live after the last collection that marked the whole heap", live, "bytes"),
            new("largest size of the heap", heap.MaxBytes, "bytes"),
            new("the live set's share of it", Math.Round(occupied * 100, 1), "percent"),
            new("throughput: share of time outside pauses", Math.Round(process.Summary.Pauses.ThroughputPercent!.Value, 2), "percent"),
        ];
        List<Advice> advice =
        [
            new(Of($"Give it room: with {Size(needed)} the live set takes {AimedOccupied * 100:0} % and collections become rarer in proportion to what is free."), Of($"-Xmx{Math.Max(1, needed >> 20)}m")),
            new("If there is no more memory, shrink the live set: see which classes make it up (costs a full collection).", "jcmd PID GC.class_histogram"),
        ];
        var free = heap.MaxBytes.Value - live;
        return Verdict.Found(new Finding(Id, Severity.High, Of($"The live set of {Size(live)} takes {occupied * 100:0} % of the heap's {Size(heap.MaxBytes.Value)}"), evidence, advice, Of($"Free memory rises from {Size(free)} to {Size(needed - live)}, so collections become about {(double)(needed - live) / Math.Max(free, 1):0.#} times rarer.")));
    }
}
