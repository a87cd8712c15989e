using System.ComponentModel.DataAnnotations;
using System.Text.Json.Serialization;
using Unpause.Recordings.Cycles;

namespace Unpause.Reports.Cycles;

/// <summary>Reference cycles as JSON: the contract <c>unpause.cycles/1</c> (schema/unpause.cycles-1.schema.json).</summary>
public static class CyclesJson
{
    /// <summary>The contract's name and version.</summary>
    internal const string Schema = "unpause.cycles/1";

    private const double NanosecondsPerMillisecond = 1e6;
    private const int Digits = 3;

    /// <summary>Writes a document.</summary>
    public static void Write(Stream output, CyclesDocument document) =>
        IndentedJson.Write(output, Compose(document), CyclesContractJson.Default.CyclesContract);

    private static CyclesContract Compose(CyclesDocument document) => new(
        Schema,
        ToolVersion.Text,
        Verdict: PlainText.Clean(CyclesText.Verdict(document)),
        GarbageObjects: document.Garbage,
        SampledObjects: document.Seen,
        UnsampledObjects: Math.Round(document.NotSeen),
        UngroupedObjects: document.NotInGroups,
        ShareOfAllocatedPercent: RoundedNumber.Round(document.SharePercentOfAllocated, Digits),
        Processes: [.. document.Processes.Select(Compose)],
        Groups: [.. document.Groups.Select(Compose)],
        GroupsOmitted: document.GroupsLeftOut,
        Notes: [.. document.Notes.Select(PlainText.Clean)]);

    private static CycleProcessContract Compose(CycleProcess process) => new(
        Pid: process.ProcessId,
        RuntimeVersion: process.RuntimeVersion,
        ObservedMs: Ms(process.WatchedNanoseconds),
        Generations:
        [
            .. process.Generations.Select(generation => new CycleGenerationContract(
                Generation: generation.Generation,
                Collections: generation.Collections,
                CollectedObjects: generation.Collected,
                TotalMs: new(generation.Nanoseconds),
                Snapshots: generation.Snapshots,
                SampledObjects: generation.LookedAt)),
        ],
        Snapshots: process.Snapshots,
        SnapshotsExact: process.SnapshotsExact,
        SnapshotsInexact: process.SnapshotsInexact,
        SnapshotsFailed: process.SnapshotsLost,
        SnapshotsTooLarge: process.SnapshotsTooLarge,
        SnapshotStopTotalMs: Ms(process.StopNanoseconds),
        SnapshotStopMaxMs: Ms(process.LongestStopNanoseconds),
        UncollectedObjects: process.Left,
        AllocatedBytes: process.AllocatedBytes,
        GarbageBytes: RoundedNumber.Round(process.GarbageBytes, Digits));

    private static CycleGroupContract Compose(CycleGroup group) => new(
        Title: PlainText.Clean(group.Title),
        SharePercent: Math.Round(group.SharePercent, 2),
        Cycles: group.Cycles,
        Objects: group.Objects,
        ObjectsInCycles: group.InCycles,
        Bytes: group.Bytes,
        EstimatedObjects: Math.Round(group.EstimatedObjects),
        EstimatedBytes: Math.Round(group.EstimatedBytes),
        Types: [.. group.Types.Select(Compose)],
        ReachableTypes: [.. group.With.Select(Compose)],
        Path:
        [
            .. group.Path.Select(step => new CycleStepContract(
                Type: PlainText.Clean(step.Type),
                Detail: step.Detail is { } detail ? PlainText.Clean(detail) : null,
                ReferenceKind: step.Kind,
                Name: PlainText.Clean(step.Name))),
        ],
        PathText: group.PathText is { } path ? PlainText.Clean(path) : null,
        AllocatedAt: group.Origin is { } origin ? PlainText.Clean(origin) : null,
        Fix: new(group.Cure.Pattern, PlainText.Clean(group.Cure.Text)));

    private static CycleTypeContract Compose(TypeCount type) => new(PlainText.Clean(type.Type), type.Count);

    private static double? Ms(long? nanoseconds) => RoundedNumber.Round(nanoseconds / NanosecondsPerMillisecond, Digits);
}

/// <summary>The source-generated writer.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
[JsonSerializable(typeof(CyclesContract))]
internal sealed partial class CyclesContractJson : JsonSerializerContext;

/// <summary>
/// The reference cycles behind CPython's garbage. Times in milliseconds, sizes in bytes; null is unknown. Additions are allowed, renames
/// are not.
/// </summary>
/// <param name="Schema">The contract's name and version.</param>
/// <param name="ToolVersion">The version of unpause that wrote it.</param>
/// <param name="Verdict">The answer in a sentence or two.</param>
/// <param name="GarbageObjects">
/// Objects that collections freed while the processes were watched, and garbage objects at the end: counted, not estimated.
/// </param>
/// <param name="SampledObjects">Objects in snapshots.</param>
/// <param name="UnsampledObjects">
/// Garbage objects that no snapshot represents: those of a generation whose snapshots contain no garbage.
/// </param>
/// <param name="UngroupedObjects">Objects in snapshots that belong to no group.</param>
/// <param name="ShareOfAllocatedPercent">
/// Share of the memory requested from CPython's allocators that only the collector could free. Reuse from free lists is not counted as
/// requested, so the true share is lower. Null when allocations were not counted.
/// </param>
/// <param name="Processes">The processes.</param>
/// <param name="Groups">Kinds of cycles, those with most objects first.</param>
/// <param name="GroupsOmitted">The number of groups beyond the limit.</param>
/// <param name="Notes">Notes from reading the files.</param>
internal sealed record CyclesContract(
    [property: AllowedValues(CyclesJson.Schema)] string Schema,
    string ToolVersion, string Verdict, long GarbageObjects, long SampledObjects, double UnsampledObjects, long UngroupedObjects,
    double? ShareOfAllocatedPercent, IReadOnlyList<CycleProcessContract> Processes, IReadOnlyList<CycleGroupContract> Groups,
    long GroupsOmitted, IReadOnlyList<string> Notes);

/// <summary>A watched process.</summary>
/// <param name="Pid">The process ID.</param>
/// <param name="RuntimeVersion">The version of CPython.</param>
/// <param name="ObservedMs">From the start of watching to the last collection.</param>
/// <param name="Generations">Collections by generation.</param>
/// <param name="Snapshots">The number of snapshots.</param>
/// <param name="SnapshotsExact">Snapshots with exactly as many objects as the collection then freed.</param>
/// <param name="SnapshotsInexact">Snapshots with another number of objects: finalizers resurrected objects, or freed some first.</param>
/// <param name="SnapshotsFailed">Failed snapshots: no child process could be created, or it ended too early.</param>
/// <param name="SnapshotsTooLarge">Snapshots that were abandoned because there are too many objects.</param>
/// <param name="SnapshotStopTotalMs">Total time for which snapshots paused the process.</param>
/// <param name="SnapshotStopMaxMs">The longest of these pauses.</param>
/// <param name="UncollectedObjects">Garbage objects at the end, or on request, that no counted collection has freed.</param>
/// <param name="AllocatedBytes">Bytes requested from CPython's allocators while the process was watched.</param>
/// <param name="GarbageBytes">Bytes that only the collector could free, estimated from the snapshots.</param>
internal sealed record CycleProcessContract(
    int Pid, string? RuntimeVersion, double? ObservedMs, IReadOnlyList<CycleGenerationContract> Generations, long Snapshots,
    long SnapshotsExact, long SnapshotsInexact, long SnapshotsFailed, long SnapshotsTooLarge, double? SnapshotStopTotalMs,
    double? SnapshotStopMaxMs, long? UncollectedObjects, long? AllocatedBytes, double? GarbageBytes);

/// <summary>The collections of a generation.</summary>
/// <param name="Generation">The generation.</param>
/// <param name="Collections">The number of collections.</param>
/// <param name="CollectedObjects">The objects that they freed.</param>
/// <param name="TotalMs">Their total duration, without cloning the process for snapshots.</param>
/// <param name="Snapshots">Collections with a snapshot.</param>
/// <param name="SampledObjects">Objects in these snapshots.</param>
internal sealed record CycleGenerationContract(
    [property: AllowedValues("gen0", "gen1", "gen2")] string Generation,
    long Collections, long CollectedObjects, Milliseconds TotalMs, long Snapshots, long SampledObjects);

/// <summary>Cycles of one kind: the same types, the same code.</summary>
/// <param name="Title">The application's own types, or the start of the shortest cycle.</param>
/// <param name="SharePercent">Share of the objects that only the collector could free, estimated from the snapshots.</param>
/// <param name="Cycles">Cycles in snapshots.</param>
/// <param name="Objects">Objects in snapshots, including those reachable from the cycles.</param>
/// <param name="ObjectsInCycles">Those of them that are part of a cycle.</param>
/// <param name="Bytes">Their size, with strings and numbers that are freed together with them.</param>
/// <param name="EstimatedObjects">
/// The objects of this kind that the collector freed or would have to free, estimated from the snapshots.
/// </param>
/// <param name="EstimatedBytes">The same in bytes.</param>
/// <param name="Types">The objects of one such cycle.</param>
/// <param name="ReachableTypes">All objects in snapshots, including those reachable from the cycles.</param>
/// <param name="Path">The shortest cycle: each object, and its reference to the next one; the last refers to the first.</param>
/// <param name="PathText">The shortest cycle as text; null when none was found.</param>
/// <param name="AllocatedAt">Where most of them were allocated (tracemalloc), the innermost frame first.</param>
/// <param name="Fix">How to break such a cycle.</param>
internal sealed record CycleGroupContract(
    string Title, double SharePercent, long Cycles, long Objects, long ObjectsInCycles, long Bytes, double EstimatedObjects,
    double EstimatedBytes, IReadOnlyList<CycleTypeContract> Types, IReadOnlyList<CycleTypeContract> ReachableTypes,
    IReadOnlyList<CycleStepContract> Path, string? PathText, string? AllocatedAt, CycleFixContract Fix);

/// <summary>Objects of a type.</summary>
/// <param name="Type">The type.</param>
/// <param name="Count">The number of objects.</param>
internal sealed record CycleTypeContract(string Type, long Count);

/// <summary>An object of a cycle, and its reference to the next.</summary>
/// <param name="Type">The type of the object.</param>
/// <param name="Detail">The code of a function or a frame.</param>
/// <param name="ReferenceKind">The kind of the reference to the next object.</param>
/// <param name="Name">The name of that reference: an attribute, a key, a variable.</param>
internal sealed record CycleStepContract(
    string Type,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Detail,
    [property: AllowedValues(
        PathStep.Attribute, PathStep.Item, PathStep.Key, PathStep.IsKey, PathStep.Local, PathStep.Closure, PathStep.Unnamed)]
    string ReferenceKind,
    string Name);

/// <summary>How to break a cycle.</summary>
/// <param name="Pattern">The kind of cycle.</param>
/// <param name="Text">What to do.</param>
internal sealed record CycleFixContract(
    [property: AllowedValues(
        "exception", "closure", "bound_method", "class", "cache", "suspended", "self", "link", "containers", "unknown")]
    string Pattern,
    string Text);
