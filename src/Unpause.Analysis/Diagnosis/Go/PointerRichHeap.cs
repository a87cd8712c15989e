namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>
/// A large live heap of a Go process that is costly to mark for its size: many small objects with pointers to each other.
/// </summary>
internal sealed class PointerRichHeap : Rule
{
    private static readonly Threshold Least = Threshold.Mebibytes("minimum live heap", 64, "a small heap is "
        + "marked in milliseconds, whatever it contains");

    private static readonly Threshold Costly = Threshold.Milliseconds(
        "minimum CPU time to mark a MiB", 0.5,
        "measured: six million linked objects of 32 bytes cost 1 to 3 ms per MiB, the same data in "
            + "one slice of values without pointers 0.13 ms");

    private static readonly Threshold LeastCpu = Threshold.Percent(
        "minimum share of CPU time that GC takes", 5, "below this GC is not worth optimising");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of collections", 3, "collections", "fewer may be a start-up phase");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "pointer-rich-heap",
        AppliesTo = [Runtimes.Go],
        Summary = $"A live heap of at least {Least} takes at least {Costly} of CPU time per MiB to mark, "
            + $"and GC takes at least {LeastCpu} of the CPU.",
        Background = "The cost of marking depends on the number of pointers, not of bytes. With small linked objects the "
            + "processor waits for memory at each one. Memory without pointers (slices of numbers, of structs without "
            + "pointers, string contents) is not scanned.",
        Thresholds = [Least, Costly, LeastCpu, Fewest],
        Needs = [GoNeeds.CpuTimes],
        Advises =
        [
            "keep most of the data in slices of values, with indexes instead of pointers",
            "let the heap grow more between GC cycles",
        ],
        FollowsFrom = ["growing-live-heap", "goroutine-leak"],
        Confidence = Confidence.Likely("the cost of marking is measured; pointers are its usual reason, but a slow machine is possible"),
        Versions = "Go 1.5 and later. Go 1.26 marks small objects together (Green Tea), which makes this less costly.",
        Sources =
        [
            "A Guide to the Go Garbage Collector: https://go.dev/doc/gc-guide",
            "golang/go issue 73581 (Green Tea)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Shared(GoWork.Compute) is not { } work) return GoNeeds.CpuTimes.Missing();
        if (work.Cycles.Count < Fewest.Value || work.Percent < LeastCpu.Value || work.LiveBytes < Least.Value) return Verdict.Silent;
        if (work.MarkNanosecondsPerMebibyte is not { } cost || cost < Costly.Nanoseconds) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"Marking costs {Quantities.Duration((long)cost)} of CPU per MiB of a live heap of "
                + $"{Quantities.Bytes(work.LiveBytes)}: it contains many pointers",
            [
                Evidence.Time("mark_cpu_per_mib_ms", "CPU time per marked MiB", cost),
                Evidence.Size("live_heap_bytes", "live heap, median over the GC cycles", work.LiveBytes),
                Evidence.Percent(
                    "gc_cpu_percent", $"share of {work.Cpu.Processors:0} processors' time spent on GC", work.Percent),
                Evidence.Frequency("collections_per_s", "GC cycles per second", work.PerSecond),
            ],
            [
                new("Keep most of the data in slices of values, with indexes instead of pointers, and in maps without pointers in keys and "
                    + "values: such memory is not scanned. Measured here, it cost at most an eighth of linked objects."),
                HeapGrowth.Twice(work, process.Recording.Source),
            ],
            null));
    }
}
