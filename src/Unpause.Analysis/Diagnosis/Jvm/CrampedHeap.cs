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

    private static readonly Threshold FewestMarks = Threshold.Count(
        "fewest agreeing markings for a heap size", 3, "collections", "one live set may include what was about to die");

    private static readonly Threshold Agreeing = Threshold.Percent(
        "difference up to which markings agree", 15, "more is growth, or work in progress");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "cramped-heap",
        AppliesTo = [Runtimes.Jvm],
        JudgesOtherJvms = true,
        Summary = $"The heap is too small: the live set takes at least {LeastOccupied} of it, and throughput is below {LowThroughput}.",
        Background = "The live set takes most of the maximum heap, so little is left for allocation and the JVM collects continuously. "
            + "Collections become less frequent in proportion to the free heap.",
        Thresholds = [LeastOccupied, LowThroughput, Aimed, FewestMarks, Agreeing],
        Needs = [JvmNeeds.LiveSet],
        Advises =
        [
            "give the heap more room",
            "find the classes that make up the live set, and shrink it",
        ],
        FollowsFrom = ["soft-reference-cache", "growing-live-set", "dominant-retainer", "objects-retained-too-long"],
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
        var steady = SteadyMarks(process.Recording) is { } largest && largest <= live * (1 + Agreeing.Share);
        var limited = process.Recording.Collections.Count(collection => collection.Marks?.Contains(JvmMarks.TimeLimit) == true);
        List<Evidence> evidence =
        [
            Evidence.Size("live_set_bytes", "live set after the last collection that marked the whole heap", live),
            Evidence.Size("heap_max_bytes", "maximum heap size", heap.MaxBytes.Value),
            Evidence.Percent("live_set_percent", "live set as a share of the maximum heap size", occupied * 100),
            Evidence.Percent(
                "throughput_percent", "throughput: share of time outside pauses", process.Summary.Pauses.ThroughputPercent!.Value),
        ];
        if (limited > 0)
        {
            evidence.Add(Evidence.Count(
                "time_limit_collections", "collections that took more time than GCTimeLimit allows, and freed too little", limited,
                "collections"));
        }

        List<Advice> advice =
        [
            steady
                ? HeapAdvice.Sized(
                    process,
                    JvmFacts.From(process),
                    new(
                        $"Give the heap more room: at {Quantities.Bytes(needed)} the live set takes {Aimed}. Collections become less "
                        + "frequent in proportion to the free heap."),
                    heap.MaxBytes.Value,
                    needed)
                : new(
                    $"Give the heap more room, but first record longer: fewer than {FewestMarks.Value:0} markings agree on the size of the "
                    + "live set. A live set that still grows fills any heap, and makes each full collection longer."),
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
            + $"the maximum heap of {Quantities.Bytes(heap.MaxBytes.Value)}"
            + (limited > 0 ? "; the GC time limit was reached, so OutOfMemoryError (GC overhead limit exceeded) is next" : ""),
            evidence,
            advice,
            steady
                ? $"The free heap grows from {Quantities.Bytes(free)} to {Quantities.Bytes(needed - live)}: collections become "
                    + $"up to {rarer:0.#} times less frequent, if the application allocates as much as now."
                : null,
            // For the same work; a program that runs on instead of waiting for GC does more of it.
            !steady ? null : advice[0].Gain ?? Gain.Between(
                GainMetrics.Collections, process.Summary.Collections.Count * (1 - (1 / rarer)) / 2, process.Summary.Collections.Count,
                "collections")));
    }

    /// <summary>The largest of the last live sets, in bytes, if they agree; null if there are too few or they differ.</summary>
    private static long? SteadyMarks(Recording recording)
    {
        var last = new Queue<long>();
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (collection.LiveSetBytes is not { } live) continue;
                last.Enqueue(live);
                if (last.Count > FewestMarks.Value) last.Dequeue();
            }
        }

        if (last.Count < FewestMarks.Value) return null;
        var (least, most) = (last.Min(), last.Max());
        return most <= least * (1 + Agreeing.Share) ? most : null;
    }
}
