using Unpause.Requests.Statistics;

namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>A Go process whose GC cycles scan large goroutine stacks: many goroutines, or deep ones.</summary>
internal sealed class StackScanning : Rule
{
    private static readonly Threshold Least = Threshold.Mebibytes(
        "minimum size of stacks", 64, "ten thousand ordinary goroutines take less");

    private static readonly Threshold LeastOfHeap = Threshold.Percent(
        "minimum size relative to the live heap", 50, "below this the heap determines the cost of a GC cycle");

    private static readonly Threshold LeastCpu = Threshold.Percent(
        "minimum share of CPU time that GC takes", 5, "below this GC is not worth optimising");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 20, "Go targets a quarter of the CPU while it marks: this is nearly always marking");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of collections", 3, "collections", "fewer may be a start-up phase");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "stack-scanning",
        AppliesTo = [Runtimes.Go],
        Summary = $"Goroutine stacks take at least {Least} and at least {LeastOfHeap} of the live heap, "
            + $"and GC takes at least {LeastCpu} of the CPU.",
        Background = "Each GC cycle scans the stacks of all goroutines, including idle ones, frame by frame. Goroutines blocked deep in "
            + "their call chain cost most. Since Go 1.18 stacks count towards the heap goal, so they make cycles rarer, but not cheaper. "
            + "Up to Go 1.6 stacks were shrunk while the world was stopped (GODEBUG=gcshrinkstackoff=1 there).",
        Thresholds = [Least, LeastOfHeap, LeastCpu, High, Fewest],
        Needs = [GoNeeds.Stacks],
        Advises =
        [
            "keep fewer goroutines waiting, or let them wait with a shallow stack",
            "let the heap grow more between GC cycles",
        ],
        FollowsFrom = [],
        Confidence = Confidence.Likely("the runtime prints the size of stacks, but not the cost of marking each kind of memory"),
        Versions = "Go 1.18 and later, which print the size of stacks.",
        Sources =
        [
            "golang/go issue 12061 (1.5 million goroutines)",
            "Go, src/runtime/mgcpacer.go (stacks in the heap goal) and mgcmark.go (scanstack)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var versions = process.Recording.Source.Settings.GetValueOrDefault(GoSettings.LineVersions);
        if (process.Shared(GoWork.Compute) is not { } work
            || versions != GoSettings.VersionsWithMemoryLimit) return GoNeeds.Stacks.Missing();
        if (Stacks(process) is not { Length: > 0 } stacks) return Verdict.Silent;
        var median = Median.Compute(stacks);
        if (work.Cycles.Count < Fewest.Value || work.Percent < LeastCpu.Value) return Verdict.Silent;
        if (median < Least.Value || median < work.LiveBytes * LeastOfHeap.Share) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            work.Percent >= High.Value ? Severity.High : Severity.Medium,
            $"Each GC cycle scans {Quantities.Bytes(median)} of goroutine stacks, with a live heap of {Quantities.Bytes(work.LiveBytes)}",
            [
                Evidence.Size("stacks_bytes", "stack size, median over the GC cycles", median),
                Evidence.Size("stacks_max_bytes", "stack size, maximum", stacks.Max()),
                Evidence.Size("live_heap_bytes", "live heap, median over the GC cycles", work.LiveBytes),
                Evidence.Percent(
                    "gc_cpu_percent", $"share of {work.Cpu.Processors:0} processors' time spent on GC", work.Percent),
                Evidence.Time("assist_cpu_ms", "of this, mark assists of allocating goroutines", work.Cpu.AssistNanoseconds),
            ],
            [
                new("Keep fewer goroutines waiting, or let them wait with a shallow stack: a goroutine blocked near the top of its call "
                    + "chain costs 2 KiB. Pool workers instead of starting one goroutine each for reading, writing and timing. A "
                    + "goroutine profile shows where they wait (http://HOST:PORT/debug/pprof/goroutine)."),
                new("Let the heap grow more between GC cycles: twice the GOGC halves their number. "
                    + "Bound the memory with GOMEMLIMIT.", "GOGC=400"),
            ],
            null));
    }

    private static long[] Stacks(AnalysedProcess process) =>
        [.. process.Recording.Counters.Where(counter => counter.Name == GoCounters.StackBytes).Select(counter => (long)counter.Value)];
}
