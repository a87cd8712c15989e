using System.ComponentModel.DataAnnotations;
using Unpause.Analysis.Heap;
using Unpause.Recordings.Heap;
using Unpause.Recordings.Histograms;
using Unpause.Recordings.PythonHeaps;

namespace Unpause.Reports.Heap;

/// <summary>Heap snapshots as JSON: the contract <c>unpause.heap/1</c> (schema/unpause.heap-1.schema.json).</summary>
public static class HeapJson
{
    /// <summary>Writes all and live objects of a process.</summary>
    public static void Write(Stream output, HeapPlunge heap, int processId, HeapOrder order) => Write(output, new()
    {
        Kind = HeapContract.Live,
        Pid = processId,
        Rounds = heap.Rounds,
        AllBytes = heap.AllBytes,
        LiveBytes = heap.LiveBytes,
        Classes =
        [
            .. HeapTables.Ordered(heap, order).Select(row => new HeapClassContract(
                row.Type,
                row.Library,
                All: row.All.Instances,
                Live: row.Live.Instances,
                Freed: row.Instances,
                LivePercent: Math.Round(row.LiveShare * 100, 2),
                AllBytes: row.All.Bytes,
                LiveBytes: row.Live.Bytes)),
        ],
    });

    /// <summary>Writes a comparison.</summary>
    public static void Write(Stream output, HeapComparison heaps, HeapOrder order) => Write(output, new HeapContract
    {
        Kind = HeapContract.Comparison,
        Before = Totals(heaps.Classes.Before),
        After = Totals(heaps.Classes.After),
        Classes =
        [
            .. HeapTables.Ordered(heaps, order).Select(row => new HeapClassContract(
                row.Type,
                row.Library,
                Before: row.Before.Instances,
                After: row.After.Instances,
                Change: row.Instances,
                BeforeBytes: row.Before.Bytes,
                AfterBytes: row.After.Bytes,
                BeforeRetainedBytes: heaps.RetainedBefore?.GetValueOrDefault(row.Type),
                AfterRetainedBytes: heaps.RetainedAfter?.GetValueOrDefault(row.Type))),
        ],
        Retained = heaps.Retainers is { } retainers ? [.. retainers.Select(Compose)] : null,
        IntervalMs = Milliseconds.FromNanoseconds(heaps.Python?.Nanoseconds),
    }.With(heaps.Python?.After, heaps.Python?.Newest));

    /// <summary>Writes one heap snapshot.</summary>
    public static void Write(Stream output, HeapFile heap, HeapOrder order) => Write(output, new HeapContract
    {
        Kind = HeapContract.Histogram,
        Pid = heap.ProcessId,
        Total = Totals(heap),
        Classes =
        [
            .. HeapTables.Ordered(heap, order).Select(row => new HeapClassContract(
                row.Type,
                Objects: row.Instances,
                Bytes: row.Bytes,
                RetainedBytes: heap.RetainedByType?.GetValueOrDefault(row.Type))),
        ],
        Kinds = heap.Graph?.Kinds?.Select(kind => new HeapKindContract(kind.Name, kind.Objects, kind.Bytes)).ToList(),
        StopMs = Milliseconds.FromNanoseconds(heap.Content?.StopNanoseconds),
        Retained = heap.Content is { } content ? [.. content.Retainers.Select(Compose)] : null,
    }.With(heap.Python, heap.Python is { } python ? PythonHeapTables.Newest(python, heap.Histogram) : null));

    private static void Write(Stream output, HeapContract heap) => IndentedJson.Write(output, heap, HeapContractJson.Default.HeapContract);

    private static HeapContract With(this HeapContract contract, PythonHeap? heap, IReadOnlyList<NewestObjects>? newest) =>
        heap is null || newest is null ? contract : contract with
        {
            GarbageObjects = heap.Garbage,
            GarbageBytes = heap.GarbageBytes,
            GarbageClasses =
            [
                .. heap.Types.Where(type => type.Garbage > 0).OrderByDescending(type => type.Garbage).Select(
                    type => new GarbageClassContract(type.Name, type.Garbage, type.GarbageBytes)),
            ],
            Traversal = new(
                heap.Followed,
                heap.FollowedInPlain,
                heap.PlainContainers,
                [.. heap.LargestPlain.Select(way => new LeafContainerContract(way.Type, way.References, way.Text))]),
            Newest = [.. newest.Select(group => new NewestContract(group.Type, group.Objects, group.Followed, group.Way))],
        };

    /// <summary>Of dotnet-gcdump its own sums: the bytes of its types are approximate.</summary>
    private static HeapTotalsContract Totals(HeapFile heap) => heap.Report is { } report
        ? new(report.HeapObjects ?? report.Histogram.Instances, report.HeapBytes ?? report.Histogram.Bytes, report.Histogram.Count)
        : Totals(heap.Histogram);

    private static HeapTotalsContract Totals(ClassHistogram histogram) =>
        new(histogram.Instances, histogram.Bytes, histogram.Count);

    private static RetainedContract Compose(RetainedObjects retained) => Path(retained) with
    {
        Objects = retained.Objects,
        Bytes = retained.Bytes,
        ShortestPathObjects = retained.AllObjects,
        ShortestPathBytes = retained.AllBytes,
        RetainedBytes = retained.RetainedBytes,
        DominantType = retained.Mostly,
    };

    private static RetainedContract Compose(RetainedChange change) => Path(change.Now) with
    {
        Before = change.Before,
        After = change.Now.Objects,
        BeforeBytes = change.BeforeBytes,
        AfterBytes = change.Now.AllBytes,
    };

    private static RetainedContract Path(RetainedObjects retained) =>
        new(retained.Type, retained.Chain, RetainedContract.NameOf(retained.RootKind), retained.RootName)
        {
            RetainedByNames = retained.Names?.Select(name => name ?? RetainedContract.Elements).ToList(),
        };
}

/// <summary>The source-generated writer; what is not known of a kind of heap snapshot is absent.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(HeapContract))]
internal sealed partial class HeapContractJson : JsonSerializerContext;

/// <summary>A heap, counted by class. Sizes in bytes. Additions are allowed, renames are not.</summary>
internal sealed record HeapContract
{
    /// <summary>All and live objects of a process.</summary>
    public const string Live = "live";

    /// <summary>Two heaps side by side.</summary>
    public const string Comparison = "comparison";

    /// <summary>One heap.</summary>
    public const string Histogram = "histogram";

    /// <summary>The contract's name and version.</summary>
    [AllowedValues("unpause.heap/1")]
    public string Schema { get; } = "unpause.heap/1";

    /// <summary>The version of unpause that wrote it.</summary>
    public string ToolVersion { get; } = Recordings.ToolVersion.Text;

    /// <summary>All and live objects of a process, two heaps side by side, or one heap.</summary>
    [AllowedValues(Live, Comparison, Histogram)]
    public required string Kind { get; init; }

    /// <summary>The process ID.</summary>
    public int? Pid { get; init; }

    /// <summary>Pairs of counts; the numbers are their means.</summary>
    [Range(1, int.MaxValue)]
    public int? Rounds { get; init; }

    /// <summary>Bytes of all objects.</summary>
    public long? AllBytes { get; init; }

    /// <summary>Bytes of reachable objects.</summary>
    public long? LiveBytes { get; init; }

    /// <summary>The first heap.</summary>
    public HeapTotalsContract? Before { get; init; }

    /// <summary>The second heap.</summary>
    public HeapTotalsContract? After { get; init; }

    /// <summary>The heap.</summary>
    public HeapTotalsContract? Total { get; init; }

    /// <summary>The classes.</summary>
    public required IReadOnlyList<HeapClassContract> Classes { get; init; }

    /// <summary>V8: the objects by V8's own kinds, the most bytes first.</summary>
    public IReadOnlyList<HeapKindContract>? Kinds { get; init; }

    /// <summary>.NET: how long all threads were stopped while the objects were listed, including the collection before it.</summary>
    public Milliseconds? StopMs { get; init; }

    /// <summary>
    /// .NET and V8: the retention paths of most objects; no object is in two of them. In a comparison, the largest changes.
    /// </summary>
    public IReadOnlyList<RetainedContract>? Retained { get; init; }

    /// <summary>CPython: the time between two snapshots of one process.</summary>
    public Milliseconds? IntervalMs { get; init; }

    /// <summary>
    /// CPython: unreachable objects that only the collector can free, in a comparison of the second snapshot. They are not in the classes.
    /// </summary>
    public long? GarbageObjects { get; init; }

    /// <summary>Their own size.</summary>
    public long? GarbageBytes { get; init; }

    /// <summary>These objects by type, the most numerous first.</summary>
    public IReadOnlyList<GarbageClassContract>? GarbageClasses { get; init; }

    /// <summary>CPython: what a full collection traverses.</summary>
    public TraversalContract? Traversal { get; init; }

    /// <summary>
    /// CPython: the newest objects of the most numerous types (in a comparison of those that grew), by what retains them.
    /// </summary>
    public IReadOnlyList<NewestContract>? Newest { get; init; }
}

/// <summary>A whole heap.</summary>
/// <param name="Objects">The number of objects.</param>
/// <param name="Bytes">Their size.</param>
/// <param name="Classes">The number of classes.</param>
internal sealed record HeapTotalsContract(long Objects, long Bytes, long Classes);

/// <summary>Objects of a class.</summary>
/// <param name="Type">The class.</param>
/// <param name="Library">Whether it is a class of the runtime.</param>
/// <param name="All">All objects.</param>
/// <param name="Live">Reachable objects.</param>
/// <param name="Freed">Objects that a collection frees.</param>
/// <param name="LivePercent">The share of reachable objects.</param>
/// <param name="AllBytes">Bytes of all objects.</param>
/// <param name="LiveBytes">Bytes of reachable objects.</param>
/// <param name="Before">Objects in the first heap.</param>
/// <param name="After">Objects in the second heap.</param>
/// <param name="Change">By how many objects the second heap has more.</param>
/// <param name="BeforeBytes">Bytes in the first heap.</param>
/// <param name="AfterBytes">Bytes in the second heap.</param>
/// <param name="Objects">The number of objects.</param>
/// <param name="Bytes">Their size.</param>
/// <param name="RetainedBytes">
/// .NET and V8: their retained sizes in all: what only a single one of them keeps reachable, and their own size. No object counts twice.
/// </param>
/// <param name="BeforeRetainedBytes">The same in the first heap.</param>
/// <param name="AfterRetainedBytes">The same in the second heap.</param>
internal sealed record HeapClassContract(
    string Type, bool? Library = null, long? All = null, long? Live = null, long? Freed = null, double? LivePercent = null,
    long? AllBytes = null, long? LiveBytes = null, long? Before = null, long? After = null,
    [property: Signed] long? Change = null,
    long? BeforeBytes = null, long? AfterBytes = null, long? Objects = null, long? Bytes = null, long? RetainedBytes = null,
    long? BeforeRetainedBytes = null, long? AfterRetainedBytes = null);

/// <summary>Objects of one of V8's kinds.</summary>
/// <param name="Kind">The kind.</param>
/// <param name="Objects">The number of objects.</param>
/// <param name="Bytes">Their own size.</param>
internal sealed record HeapKindContract(string Kind, long Objects, long Bytes);

/// <summary>Objects of one type that are retained over the same types.</summary>
/// <param name="Type">The type of the objects.</param>
/// <param name="RetainedBy">The types of those that retain them, the nearest first.</param>
/// <param name="Root">The kind of GC root at the end.</param>
/// <param name="RootField">
/// The static field, without its class, which the runtime does not report. Of V8 the group of roots.
/// </param>
/// <param name="Objects">The number of objects.</param>
/// <param name="Bytes">Their own size.</param>
/// <param name="ShortestPathObjects">These objects and all objects whose shortest path from a GC root goes through them.</param>
/// <param name="ShortestPathBytes">The size of all these objects.</param>
/// <param name="RetainedBytes">The retained size: what a collection frees once nothing refers to them; only the first ten.</param>
/// <param name="DominantType">The type that makes up most of the bytes on shortest paths.</param>
/// <param name="Before">Objects in the first file.</param>
/// <param name="After">Objects in the second file.</param>
/// <param name="BeforeBytes">Bytes on shortest paths through them in the first file.</param>
/// <param name="AfterBytes">Bytes on shortest paths through them in the second file.</param>
/// <param name="RetainedByNames">
/// V8: by which property or variable each of retained_by refers, in its order; [] for elements, keys and different names.
/// </param>
internal sealed record RetainedContract(
    string Type, IReadOnlyList<string> RetainedBy,
    [property: AllowedValues(
        RetainedContract.Global, RetainedContract.Static, RetainedContract.ThreadStatic, RetainedContract.Handle,
        RetainedContract.PinnedHandle, RetainedContract.Stack, RetainedContract.Finalizer, RetainedContract.Other,
        RetainedContract.WeakTable)] string Root,
    string? RootField = null, long? Objects = null, long? Bytes = null, long? ShortestPathObjects = null, long? ShortestPathBytes = null,
    long? RetainedBytes = null, string? DominantType = null, long? Before = null, long? After = null, long? BeforeBytes = null,
    long? AfterBytes = null, IReadOnlyList<string>? RetainedByNames = null)
{
    internal const string Global = "global", Static = "static", ThreadStatic = "thread_static", Handle = "handle",
        PinnedHandle = "pinned_handle", Stack = "stack", Finalizer = "finalizer", Other = "other", WeakTable = "weak_table";

    /// <summary>The name of references that have none.</summary>
    internal const string Elements = "[]";

    /// <summary>The kind of a GC root in the JSON.</summary>
    public static string NameOf(HeapRootKind kind) => kind switch
    {
        HeapRootKind.Global => Global,
        HeapRootKind.Static => Static,
        HeapRootKind.ThreadStatic => ThreadStatic,
        HeapRootKind.Handle => Handle,
        HeapRootKind.PinnedHandle => PinnedHandle,
        HeapRootKind.Stack => Stack,
        HeapRootKind.Finalizer => Finalizer,
        HeapRootKind.WeakTable => WeakTable,
        _ => Other,
    };
}

/// <summary>Garbage of a type.</summary>
/// <param name="Type">The type.</param>
/// <param name="Objects">The number of objects.</param>
/// <param name="Bytes">Their own size.</param>
internal sealed record GarbageClassContract(string Type, long Objects, long Bytes);

/// <summary>What a full collection of CPython traverses.</summary>
/// <param name="References">References that it follows.</param>
/// <param name="ReferencesInLeafContainers">Those of them from containers with only untracked objects: strings, numbers.</param>
/// <param name="LeafContainers">The number of such containers.</param>
/// <param name="LargestLeafContainers">The largest of them, at most four.</param>
internal sealed record TraversalContract(
    long References, long ReferencesInLeafContainers, long LeafContainers, IReadOnlyList<LeafContainerContract> LargestLeafContainers);

/// <summary>A container with only untracked objects.</summary>
/// <param name="Type">The type.</param>
/// <param name="References">The number of references.</param>
/// <param name="RetentionPath">What retains it.</param>
internal sealed record LeafContainerContract(string Type, long References, string RetentionPath);

/// <summary>The newest objects of a type that are retained the same way.</summary>
/// <param name="Type">The type.</param>
/// <param name="Objects">Objects with this retention path.</param>
/// <param name="InspectedObjects">Objects of the type that were inspected.</param>
/// <param name="RetentionPath">
/// A shortest path from a module, a local variable or something outside of the heap, without keys and indexes that differ.
/// </param>
internal sealed record NewestContract(string Type, long Objects, long InspectedObjects, string RetentionPath);
