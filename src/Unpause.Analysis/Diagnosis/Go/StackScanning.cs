using Unpause.Analysis;
using Unpause.Analysis.Statistics;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Go;

/// <summary>A Go program whose collections go through more stacks than heap: many goroutines, or deep ones.</summary>
internal sealed class StackScanning : Rule
{
    private static readonly Threshold Least = Threshold.Mebibytes("least size of stacks", 64, "some ten thousand goroutines are less");

    private static readonly Threshold LeastOfHeap = Threshold.Percent(
        "least size against the live heap", 50, "below it the heap decides what a collection costs");

    private static readonly Threshold LeastCpu = Threshold.Percent(
        "least share of the processors' time that collections take", 5, "below it the collector is not what to work on");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 20, "Go aims at a quarter of the CPU while it marks: this is nearly always");

    private static readonly Threshold Fewest = Threshold.Count("fewest collections", 3, "collections", "fewer may be a program that "
        + "just starts");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "stack-scanning",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Go],
        Summary = $"Goroutines' stacks are {Least} or more and at least {LeastOfHeap} of the live heap, and collections take {LeastCpu} "
            + "of the "
            + "CPU or more.",
        Background = "Each collection goes through the stacks of all goroutines, idle ones too, frame by frame; goroutines that wait "
            + "deep in "
            + "their calls cost most. Since Go 1.18 stacks count towards the heap's goal, so they make collections rarer, but not cheaper. "
            + "Up to Go 1.6 stacks were shrunk while the world was stopped (GODEBUG=gcshrinkstackoff=1 there).",
        Thresholds = [Least, LeastOfHeap, LeastCpu, High, Fewest],
        Needs = [GoNeeds.Stacks],
        Advises =
        [
            "have fewer goroutines wait, or wait less deep",
            "let the heap grow further between collections",
        ],
        FollowsFrom = [],
        Confidence = Confidence.Likely("the runtime tells the size of stacks, not what marking each kind of memory cost"),
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
        if (process.Shared(GoWork.Of) is not { } work || versions != GoSettings.VersionsWithMemoryLimit) return GoNeeds.Stacks.Missing();
        if (Stacks(process) is not { Length: > 0 } stacks) return Verdict.Silent;
        var median = Median.Of(stacks);
        if (work.Cycles.Count < Fewest.Value || work.Percent < LeastCpu.Value) return Verdict.Silent;
        if (median < Least.Value || median < work.LiveBytes * LeastOfHeap.Share) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            work.Percent >= High.Value ? Severity.High : Severity.Medium,
            $"Each collection goes through {Quantities.Bytes(median)} of goroutines' stacks, for a live heap of "
                + $"{Quantities.Bytes(work.LiveBytes)}",
            [
                Evidence.Size("stacks_bytes", "stacks, median over the collections", median),
                Evidence.Size("stacks_max_bytes", "stacks, at most", stacks.Max()),
                Evidence.Size("live_heap_bytes", "live heap, median over the collections", work.LiveBytes),
                Evidence.Percent(
                    "gc_cpu_percent", $"share of the {work.Cpu.Processors:0} processors' time that collections took", work.Percent),
                Evidence.Time("assist_cpu_ms", "of it assists of goroutines that allocated", work.Cpu.AssistNanoseconds),
            ],
            [
                new("Have fewer goroutines wait, or wait less deep: a goroutine that waits at the top of its calls costs 2 KiB. Pool "
                    + "workers "
                    + "instead of one goroutine each for reading, writing and timing; a goroutine profile says where they wait "
                    + "(http://HOST:PORT/debug/pprof/goroutine)."),
                new("Let the heap grow further between collections: a higher GOGC means as many times fewer of them. Bound the memory with "
                    + "GOMEMLIMIT.", "GOGC=400"),
            ],
            null));
    }

    private static long[] Stacks(AnalysedProcess process) =>
        [.. process.Recording.Counters.Where(counter => counter.Name == GoCounters.StackBytes).Select(counter => (long)counter.Value)];
}
