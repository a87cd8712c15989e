using Unpause.Analysis;
using Unpause.Analysis.Summaries;

namespace Unpause.Diagnosis.Jvm;

/// <summary>The live set takes most of the largest heap, so little is left to allocate into and collections never end.</summary>
internal sealed class CrampedHeap : Rule
{
    private static readonly Threshold LeastOccupied = Threshold.Percent(
        "least share of the heap that is live", 60, "what is left is all there is to allocate into between two markings");

    private static readonly Threshold LowThroughput = Threshold.Percent(
        "low throughput", 95, "a program that is well-behaved spends less than a twentieth of its time stopped");

    private static readonly Threshold Aimed = Threshold.Percent(
        "share of the heap that is live with the advised size", 40, "then more than half of the heap is room");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "cramped-heap",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Jvm],
        Summary = $"The heap is too small: its live set takes {LeastOccupied} of it or more, and throughput is below {LowThroughput}.",
        Background = "The live set takes most of the largest heap, so little is left to allocate into and collections never end. "
            + "Collections become rarer in proportion to what is free.",
        Thresholds = [LeastOccupied, LowThroughput, Aimed],
        Needs = [JvmNeeds.LiveSet],
        Advises =
        [
            "give the heap room",
            "see which classes make up the live set, and shrink it",
        ],
        FollowsFrom = ["growing-live-set", "objects-held-by", "objects-held-too-long"],
        Confidence = Confidence.Certain("the runtime tells the live set and the largest heap"),
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
        // Collections that code asks for come as often in a larger heap.
        if (HeapAdvice.IsElsewhere(process)) return Verdict.Silent;
        var needed = (long)(live / Aimed.Share);
        List<Evidence> evidence =
        [
            Evidence.Size("live_set_bytes", "live after the last collection that marked the whole heap", live),
            Evidence.Size("heap_max_bytes", "largest size of the heap", heap.MaxBytes.Value),
            Evidence.Percent("live_set_percent", "the live set's share of it", occupied * 100),
            Evidence.Percent(
                "throughput_percent", "throughput: share of time outside pauses", process.Summary.Pauses.ThroughputPercent!.Value),
        ];
        List<Advice> advice =
        [
            HeapAdvice.Sized(
                process,
                JvmFacts.Of(process),
                new(
                    $"Give it room: with {Quantities.Bytes(needed)} the live set takes {Aimed} and collections become rarer in "
                    + "proportion to what is free."),
                heap.MaxBytes.Value,
                needed),
            new(
                "If there is no more memory, shrink the live set: see which classes make it up (costs a full collection).",
                "unpause heap PID --by live"),
        ];
        var free = heap.MaxBytes.Value - live;
        var rarer = (double)(needed - live) / Math.Max(free, 1);
        return Verdict.Found(new Finding(
            Id,
            Severity.High,
            $"The live set of {Quantities.Bytes(live)} takes {occupied * 100:0} % of the heap's {Quantities.Bytes(heap.MaxBytes.Value)}",
            evidence,
            advice,
            $"Free memory rises from {Quantities.Bytes(free)} to {Quantities.Bytes(needed - live)}, so collections become "
            + $"about {rarer:0.#} times rarer.",
            Gain.About(GainMetrics.Collections, process.Summary.Collections.Count * (1 - (1 / rarer)), "collections")));
    }
}
