using Unpause.Analysis.Heap;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// What retains a costly heap: one that grows all the time, or one whose collections take a notable share of the time. The heap snapshot
/// names the type and the field to look at.
/// </summary>
internal sealed class RetainedHeap : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of the heap retained in one way", 30, "then nothing else needs attention first");

    private static readonly Threshold LeastBytes = Threshold.Mebibytes(
        "minimum size on shortest paths", 10, "collecting less costs next to nothing");

    private static readonly Threshold LowThroughput = Threshold.Percent(
        "throughput below which the heap is costly", 95, "a healthy service spends less than 5 % of its time in pauses");

    private static readonly Requirement Objects = new(
        "a heap snapshot with the references between objects",
        "The heap grows, but the recording has no heap snapshot to show what retains it",
        [new("unpause record PID --retainers", "pauses the application once at the end, about 0.25 s per million objects")]);

    private readonly GrowingGen2 _growing = new();

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "retained-heap",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"The heap grows (growing-gen2), or throughput is below {LowThroughput}, and objects of one type reachable in one way "
            + $"retain at least {Least} of the heap and at least {LeastBytes}.",
        Background = "Shows what retains the heap where that matters: where the heap grows all the time, or where its collections take a "
            + "notable share of the time. A large cache alone is not a problem.",
        Thresholds = [Least, LeastBytes, LowThroughput],
        Needs = [DotNetNeeds.Collections, Objects],
        Advises =
        [
            "bound the collection that retains them, let entries expire, or remove entries when done",
            "compare two heap snapshots taken some minutes apart to see what grows",
        ],
        Versions = ".NET Core 3.0 and later.",
        Sources =
        [
            "dotnet/runtime, src/coreclr/vm/ClrEtwAll.man: GCBulkNode, GCBulkEdge, GCBulkRootEdge, GCBulkRootStaticVar",
            "Microsoft Learn, Debug a memory leak in .NET",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var grows = _growing.Check(process) is Verdict.FoundVerdict;
        var costly = process.Summary.Pauses.ThroughputPercent is { } throughput && throughput < LowThroughput.Value;
        if (!grows && !costly) return Verdict.Silent;
        if (process.Shared(HeapContent.Analyse) is not { } heap) return grows ? Objects.Missing() : Verdict.Silent;
        if (heap.Retainers is not [var most, ..] || most.AllBytes < LeastBytes.Value || most.AllBytes < Least.Share * heap.Bytes)
        {
            return Verdict.Silent;
        }

        var type = HeapTypeName.Short(most.Type);
        List<Evidence> evidence =
        [
            Evidence.Count("retained_objects", $"objects retained this way: {most.Text}", most.Objects, "objects"),
            Evidence.Size("shortest_path_bytes", "size of all objects whose shortest path from a GC root goes through them", most.AllBytes),
            Evidence.Size("heap_bytes", "heap size after a full collection at the end", heap.Bytes),
        ];
        if (most.RetainedBytes is { } size)
        {
            evidence.Add(Evidence.Size("retained_bytes", "retained size: freed once nothing refers to the objects", size));
        }

        if (most.Mostly != most.Type) evidence.Add(Evidence.Fact("dominant_type", $"dominated by {HeapTypeName.Short(most.Mostly)}"));
        return Verdict.Found(new Finding(
            Id,
            grows ? Severity.Medium : Severity.Low,
            $"{Quantities.Count(most.Objects)} {type} in {most.Root} retain "
                + $"{Quantities.Percent(100.0 * most.AllBytes / heap.Bytes)} of the "
                + (grows ? "heap, which grows" : "heap"),
            evidence,
            [
                new($"Look at {most.Root}: bound its size, let entries expire, or remove entries when done."),
                new(
                    "Take two heap snapshots some minutes apart: what grows between them is the leak.",
                    Code: "unpause heap PID --save a.nettrace; sleep 300; unpause heap PID --save b.nettrace; "
                        + "unpause heap a.nettrace b.nettrace"),
            ],
            null));
    }
}
