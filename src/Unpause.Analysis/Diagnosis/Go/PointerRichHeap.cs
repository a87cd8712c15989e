using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.Go;

/// <summary>A large live heap of a Go program that is costly to mark for its size: many small objects that point at each other.</summary>
internal sealed class PointerRichHeap : Rule
{
    private static readonly Threshold Least = Threshold.Mebibytes("least live heap", 64, "a small heap is marked in milliseconds "
        + "whatever it holds");

    private static readonly Threshold Costly = Threshold.Milliseconds(
        "least CPU time to mark a MiB", 0.5,
        "six million linked objects of 32 bytes cost 1 to 3 ms a MiB here, the same data in one slice of values without pointers 0.13 ms");

    private static readonly Threshold LeastCpu = Threshold.Percent(
        "least share of the processors' time that collections take", 5, "below it the collector is not what to work on");

    private static readonly Threshold Fewest = Threshold.Count("fewest collections", 3, "collections", "fewer may be a program that "
        + "just starts");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "pointer-rich-heap",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Go],
        Summary = $"A live heap of {Least} or more takes {Costly} or more of CPU time for each MiB to mark, and collections take "
            + $"{LeastCpu} of the CPU or more.",
        Background = "Marking costs what there are pointers to follow, not bytes: linked small objects keep a processor waiting for "
            + "memory at "
            + "each one, while what holds no pointers (slices of numbers, of structs without pointers, strings' bytes) is not looked into.",
        Thresholds = [Least, Costly, LeastCpu, Fewest],
        Needs = [GoNeeds.CpuTimes],
        Advises =
        [
            "keep the large part of the data in slices of values, with indexes in place of pointers",
            "let the heap grow further between collections",
        ],
        Confidence = Confidence.Likely("what marking costs is told; that it is pointers, and not a slow machine, is the usual reason"),
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
        if (process.Shared(GoWork.Of) is not { } work) return GoNeeds.CpuTimes.Missing();
        if (work.Cycles.Count < Fewest.Value || work.Percent < LeastCpu.Value || work.LiveBytes < Least.Value) return Verdict.Silent;
        if (work.MarkNanosecondsPerMebibyte is not { } cost || cost < Costly.Nanoseconds) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"Marking costs {Quantities.Duration((long)cost)} of CPU for each MiB of a live heap of {Quantities.Bytes(work.LiveBytes)}: "
                + "it is full of "
            + "pointers",
            [
                Evidence.Time("mark_cpu_of_mib_ms", "CPU for each MiB that was marked", cost),
                Evidence.Size("live_heap_bytes", "live heap, median over the collections", work.LiveBytes),
                Evidence.Percent(
                    "gc_cpu_percent", $"share of the {work.Cpu.Processors:0} processors' time that collections took", work.Percent),
                Evidence.Frequency("collections_per_s", "collections a second", work.PerSecond),
            ],
            [
                new("Keep the large part of the data in slices of values, with indexes in place of pointers, and maps without pointers in "
                    + "their keys and values: such memory is not looked into. Here it cost an eighth or less of what linked objects cost."),
                new("Let the heap grow further between collections: a higher GOGC means as many times fewer of them, for as much more "
                    + "memory "
                    + "above the live heap.", "GOGC=200"),
            ],
            null));
    }
}
