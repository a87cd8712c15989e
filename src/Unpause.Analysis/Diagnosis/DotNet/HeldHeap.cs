using Unpause.Analysis;
using Unpause.Analysis.Heap;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Who holds a heap that costs something: one that grows all the time, or one whose collections take a notable share of the time. The list
/// of the heap's objects names the type and the field to look at.
/// </summary>
internal sealed class HeldHeap : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "least share of the heap that is held in one way", 30, "then nothing else is worth looking at first");

    private static readonly Threshold LeastBytes = Threshold.Mebibytes(
        "least size of what is held so", 10, "less costs a collection next to nothing");

    private static readonly Threshold LowThroughput = Threshold.Percent(
        "throughput below which the heap costs something", 95, "a healthy service spends less than 5 % of its time in pauses");

    private static readonly Requirement Objects = new(
        "a list of the heap's objects with who refers to whom",
        "The heap grows, and the recording doesn't tell who holds it",
        [new("unpause record PID --holders", "stops the program once at the end, about 0.25 s for each million objects")]);

    private readonly GrowingGen2 _growing = new();

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "held-heap",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"The heap grows (growing-gen2), or throughput is below {LowThroughput}, and objects of one type that are held in one "
            + $"way make up {Least} of the heap or more with all they hold, {LeastBytes} or more.",
        Background = "Who holds the heap, where that matters: where it grows all the time, or where its collections cost a notable share "
            + "of the time. A large cache alone is no fault.",
        Thresholds = [Least, LeastBytes, LowThroughput],
        Needs = [DotNetNeeds.Collections, Objects],
        Advises =
        [
            "bound the collection that holds them, let entries expire, or remove them when they are done",
            "compare two lists of objects some minutes apart to see what grows",
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
        var dear = process.Summary.Pauses.ThroughputPercent is { } throughput && throughput < LowThroughput.Value;
        if (!grows && !dear) return Verdict.Silent;
        if (process.Shared(HeapContent.Of) is not { } heap) return grows ? Objects.Missing() : Verdict.Silent;
        if (heap.Holders is not [var most, ..] || most.AllBytes < LeastBytes.Value || most.AllBytes < Least.Share * heap.Bytes)
        {
            return Verdict.Silent;
        }

        var type = HeapTypeName.Short(most.Type);
        List<Evidence> evidence =
        [
            Evidence.Count("retained_objects", $"objects held so: {most.Text}", most.Objects, "objects"),
            Evidence.Size("retained_bytes", "with all they hold, by shortest ways", most.AllBytes),
            Evidence.Size("heap_bytes", "the heap after a full collection at the end", heap.Bytes),
        ];
        if (most.FreedBytes is { } freed) evidence.Add(Evidence.Size("freed_bytes", "would be freed if nothing referred to them", freed));
        if (most.Mostly != most.Type) evidence.Add(Evidence.Fact("dominant_type", $"most of it is {HeapTypeName.Short(most.Mostly)}"));
        return Verdict.Found(new Finding(
            Id,
            grows ? Severity.Medium : Severity.Low,
            $"{Quantities.Count(most.Objects)} {type} in {most.Root} hold {Quantities.Percent(100.0 * most.AllBytes / heap.Bytes)} of the "
                + (grows ? "heap, which grows" : "heap"),
            evidence,
            [
                new($"Look at {most.Root}: bound what it holds, let entries expire, or remove them when they are done."),
                new(
                    "Take two lists of objects some minutes apart: what grew between them is the leak.",
                    Code: "unpause heap PID --save a.nettrace; sleep 300; unpause heap PID --save b.nettrace; unpause heap a.nettrace "
                        + "b.nettrace"),
            ],
            null));
    }
}
