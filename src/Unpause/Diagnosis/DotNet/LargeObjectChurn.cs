using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Temporary large objects. They are collected with gen2 only, so a program that makes and drops them pays for marking
/// its whole old generation again and again. Told by the collector's own reason, and by allocation ticks where there are.
/// </summary>
public sealed class LargeObjectChurn : Rule
{
    private const int FewestCollections = 5;
    private const double LeastShareOfGen2 = 0.5;
    private const int FewestWithTicks = 1;
    private const double LeastShareOfBytes = 0.25;
    private const double LeastShareDied = 0.5;
    private const double HighPercent = 10;
    private const double LowPercent = 1;
    private const long LongNanoseconds = 50_000_000;

    /// <inheritdoc/>
    public override string Id => "large-object-churn";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "Most gen2 collections start because large objects (85,000 bytes and more) are allocated, or a quarter of all bytes are large objects that die.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var gen2 = CollectionPauses.Of(recording, collection => collection is { Generation: Generations.Gen2, Induced: false });
        var large = CollectionPauses.Of(recording, ByLargeObjects);
        var sites = LargeObjectSites.Of(recording);
        var byReason = large.Count >= FewestCollections && large.Count >= gen2.Count * LeastShareOfGen2;
        var dies = Dies(process, sites);
        if (!byReason && (large.Count < FewestWithTicks || !dies)) return Verdict.Silent;
        var percent = large.Percent(recording) ?? 0;
        var severity = percent >= HighPercent || large.MaxNanoseconds >= LongNanoseconds ? Severity.High
            : percent >= LowPercent || dies ? Severity.Medium : Severity.Low;
        var title = byReason
            ? $"{Quantities.Count(large.Count)} of {Quantities.Count(gen2.Count)} gen2 collections started because of large objects"
            : $"{Quantities.Bytes(recording.LargeObjectDeaths!.DiedBytes)} of large objects died, and only gen2 frees them";
        if (sites.Groups is [var most, ..]) title += $", mostly {most.Largest.Type} from {LargeObjectSites.Asking(most.Largest)}";
        return Verdict.Found(new Finding(Id, severity, title, EvidenceOf(recording, large, percent, sites), AdviceFor(recording, sites), Gain(large, recording)));
    }

    private static bool ByLargeObjects(Collection collection) =>
        collection is { Generation: Generations.Gen2, Cause: Causes.LargeObjectAllocation };

    private static bool Dies(AnalysedProcess process, LargeObjectSites sites) =>
        process.Summary.Heap.AllocatedBytes?.Value is > 0 and var allocated && sites.Bytes >= allocated * LeastShareOfBytes
        && process.Recording.LargeObjectDeaths is { Share: >= LeastShareDied };

    private static List<Evidence> EvidenceOf(Recording recording, CollectionPauses large, double percent, LargeObjectSites sites)
    {
        List<Evidence> evidence =
        [
            new($"gen2 collections with the runtime's reason AllocLarge or OutOfSpaceLOH ({large.Cited})", large.Count, "collections"),
            new("all their pauses", Math.Round(large.TotalNanoseconds / 1e6, 3), "ms"),
            new("share of the recording's time in these pauses", Math.Round(percent, 2), "percent"),
        ];
        if (sites.Groups.Count > 0) evidence.Add(new($"large objects allocated, by {recording.Allocations!.Basis}", sites.Bytes, "bytes"));
        if (recording.LargeObjectDeaths is { } deaths) evidence.Add(new($"of them died up to the last collection, {deaths.Basis}", deaths.DiedBytes, "bytes"));
        foreach (var group in sites.Groups)
        {
            evidence.Add(new($"of them {group.Name}", group.Bytes, "bytes"));
            foreach (var (type, chain, bytes) in group.Shown) evidence.Add(new($"{type} from {chain}", bytes, "bytes"));
        }

        return evidence;
    }

    private static List<Advice> AdviceFor(Recording recording, LargeObjectSites sites)
    {
        List<Advice> advice = [];
        if (sites.Groups.Count == 0) advice.Add(new("Record with allocation ticks to see which code makes them (costs up to 16 % of an allocating program's speed).", "DOTNET_EventPipeConfig=Microsoft-Windows-DotNETRuntime:0x1:5,Microsoft-Windows-DotNETRuntimePrivate:0x1:4"));
        advice.Add(new("First, don't create them: write to the destination (a stream, a Utf8JsonWriter) instead of building the whole in an array or string."));
        advice.Add(new("Second, rent them.", Code: "var buffer = ArrayPool<byte>.Shared.Rent(size);\ntry { … }\nfinally { ArrayPool<byte>.Shared.Return(buffer); }"));
        if (sites.Groups.Count == 0) advice.Add(new("Third, split them: ChunkedList<T> and ChunkedHashSet<T> of Unpause.Collections and PooledMemoryStream of Unpause.IO keep their contents in pieces below the threshold."));
        foreach (var group in sites.Groups) advice.Add(new(group.Advice, Code: group.Code));
        advice.Add(new("If they are little above 85,000 bytes and die young, let them live among the small objects (.NET 5 and later; decimal in runtimeconfig.json, hexadecimal in the environment). Those that survive are copied, so measure. In runtimeconfig.json: \"System.GC.LOHThreshold\": 131072.", "DOTNET_GCLOHThreshold=0x20000"));
        if (recording.Source.Settings.ContainsKey("GCDynamicAdaptationMode")) advice.Add(new("The collector adapts its heaps to the program's size (DATAS) and so collects gen2 for temporary large objects more often; with memory to spare switch that off (.NET 9 and later, server GC). In runtimeconfig.json: \"System.GC.DynamicAdaptationMode\": 0.", "DOTNET_GCDynamicAdaptationMode=0"));
        return advice;
    }

    private static string? Gain(CollectionPauses large, Recording recording) =>
        $"Without them {Quantities.Count(large.Count)} of {Quantities.Count(recording.Collections.Count)} collections, and {Quantities.Duration(large.TotalNanoseconds)} of pauses beside the background work, go away.";
}
