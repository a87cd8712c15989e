using Unpause.Recordings.Heap;

namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>A process that ended because V8's heap reached its limit, by its diagnostic report.</summary>
internal sealed class ExhaustedHeap : Rule
{
    private static readonly Requirement Report = new(
        "a diagnostic report of the process", "The recording has no diagnostic report",
        [new("--report-on-fatalerror", "an argument of node, also in NODE_OPTIONS; writes a report when the process dies")]);

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "exhausted-heap",
        AppliesTo = [Runtimes.Node],
        Summary = "A diagnostic report says that the process ended because V8's heap was out of memory.",
        Background = "V8 ends the process when a full collection no longer frees enough below the limit of the heap. The limit in the "
            + "report includes the young generation, so the old generation is full before the sum reaches it. What fills the heap is what "
            + "collections could not free: it is still referenced.",
        Thresholds = [],
        Needs = [Report],
        Advises =
        [
            "compare two heap snapshots to see what grows",
            "if the live objects are needed, raise --max-old-space-size",
        ],
        Versions = "Reports: Node.js 12 and later. --heapsnapshot-near-heap-limit: Node.js 14.18 and 15.1 and later.",
        Sources =
        [
            "Node.js documentation, diagnostic report: https://nodejs.org/api/report.html",
            "Node.js, src/node_errors.cc (OOMErrorHandler) and src/node_report.cc",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Recording.HeapState is not { IsOutOfMemory: true } heap) return Verdict.Silent;
        List<Evidence> evidence =
        [
            Evidence.Fact("runtime_event", heap.Event),
            Evidence.Size("heap_used_bytes", "in use when it ended", heap.UsedBytes),
            Evidence.Size("heap_limit_bytes", "limit of the heap, young generation included", heap.LimitBytes),
        ];
        if (heap.Spaces is [var most, ..]) evidence.Add(Evidence.Size("space_used_bytes", $"of it in {most.Name}", most.UsedBytes));
        if (heap.ResidentBytes is { } resident) evidence.Add(Evidence.Size("resident_bytes", "memory of the process", resident));
        var where = heap.Spaces is [var largest, ..] ? $", {Quantities.Bytes(largest.UsedBytes)} of it in {largest.Name}" : "";
        return Verdict.Found(new Finding(
            Id,
            Severity.High,
            $"The process ended because its heap was full: {Quantities.Bytes(heap.UsedBytes)} in use{where}, limit "
                + Quantities.Bytes(heap.LimitBytes),
            evidence,
            [
                new("Let V8 write heap snapshots before it ends the process, and compare the last two: unpause heap A B shows what grew "
                    + "and what retains it. A snapshot pauses the process and takes as much memory as the heap.",
                    Setting: "NODE_OPTIONS=--heapsnapshot-near-heap-limit=2"),
                new("If the objects are needed, raise the limit: about three quarters of the container's memory.",
                    Setting: "NODE_OPTIONS=--max-old-space-size=512"),
            ],
            ExpectedGain: null));
    }
}
