using Unpause.Analysis.Summaries;

namespace Unpause.Analysis.Diagnosis.Jvm;

/// <summary>The live set takes most of the maximum heap, so little is left for allocation and the JVM collects continuously.</summary>
internal sealed class CrampedHeap : Rule
{
    private static readonly Threshold LeastOccupied = Threshold.Percent(
        "smallest live share of the heap", 60, "only the rest is available for allocation between two marking cycles");

    private static readonly Threshold LowThroughput = Threshold.Percent(
        "low throughput", 95, "a healthy process is paused for less than 5 % of its time");

    private static readonly Threshold Aimed = Threshold.Percent(
        "live share of the heap at the advised size", 40, "more than half of the heap is then free");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "cramped-heap",
        AppliesTo = [Runtimes.Jvm],
        Summary = $"The heap is too small: the live set takes at least {LeastOccupied} of it, and throughput is below {LowThroughput}.",
        Background = "The live set takes most of the maximum heap, so little is left for allocation and the JVM collects continuously. "
            + "Collections become less frequent in proportion to the free heap.",
        Thresholds = [LeastOccupied, LowThroughput, Aimed],
        Needs = [JvmNeeds.LiveSet],
        Advises =
        [
            "give the heap more room",
            "find the classes that make up the live set, and shrink it",
        ],
        FollowsFrom = ["growing-live-set", "dominant-retainer", "objects-retained-too-long"],
        Confidence = Confidence.Certain("the runtime reports the live set and the maximum heap size"),
        Versions = "All versions and collectors.",
        Sources =
        [
            "Oracle, HotSpot Virtual Machine Garbage Collection Tuning Guide: Sizing the generations",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var heap = process.Summary.Heap;
        if (heap is not { LiveSetBytes: { } live, MaxBytes: > 0 })
        {
            return JvmNeeds.LiveSet.Missing();
        }

        var occupied = (double)live / heap.MaxBytes.Value;
        if (occupied < LeastOccupied.Share || !(process.Summary.Pauses.ThroughputPercent < LowThroughput.Value)) return Verdict.Silent;
        // Explicit GCs are just as frequent with a larger heap.
        if (HeapAdvice.IsElsewhere(process)) return Verdict.Silent;
        var needed = (long)(live / Aimed.Share);
        List<Evidence> evidence =
        [
            Evidence.Size("live_set_bytes", "live set after the last collection that marked the whole heap", live),
            Evidence.Size("heap_max_bytes", "maximum heap size", heap.MaxBytes.Value),
            Evidence.Percent("live_set_percent", "live set as a share of the maximum heap size", occupied * 100),
            Evidence.Percent(
                "throughput_percent", "throughput: share of time outside pauses", process.Summary.Pauses.ThroughputPercent!.Value),
        ];
        List<Advice> advice =
        [
            HeapAdvice.Sized(
                process,
                JvmFacts.From(process),
                new(
                    $"Give the heap more room: at {Quantities.Bytes(needed)} the live set takes {Aimed}. "
                    + "Collections become less frequent in proportion to the free heap."),
                heap.MaxBytes.Value,
                needed),
            new(
                "If the machine has no more memory, shrink the live set: find the classes that make it up (costs a full collection).",
                "unpause heap PID --by live"),
        ];
        var free = heap.MaxBytes.Value - live;
        var rarer = (double)(needed - live) / Math.Max(free, 1);
        return Verdict.Found(new Finding(
            Id,
            Severity.High,
            $"The live set of {Quantities.Bytes(live)} takes {occupied * 100:0} % of "
            + $"the maximum heap of {Quantities.Bytes(heap.MaxBytes.Value)}",
            evidence,
            advice,
            $"The free heap grows from {Quantities.Bytes(free)} to {Quantities.Bytes(needed - live)}: collections become "
            + $"about {rarer:0.#} times less frequent.",
            // For the same work; a program that runs on instead of waiting for GC does more of it.
            advice[0].Gain ?? Gain.Between(
                GainMetrics.Collections, process.Summary.Collections.Count * (1 - (1 / rarer)), process.Summary.Collections.Count,
                "collections")));
    }
}
