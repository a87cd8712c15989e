using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Temporary large objects. They are collected with gen2 only, so a program that makes and drops them pays for marking
/// its whole old generation again and again. Told by the collector's own reason, and by allocation ticks where there are.
/// </summary>
internal sealed class LargeObjectChurn : Rule
{
    private static readonly Threshold Large = Threshold.Bytes(
        "a large object", 85_000, "the runtime's own threshold (GCLOHThreshold) for the large object heap");

    private static readonly Threshold LeastOfGen2 = Threshold.Percent(
        "least share of the gen2 collections", 50, "most: then gen2 runs because of them");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest gen2 collections because of them", 5, "collections", "fewer may be a program that just starts");

    private static readonly Threshold LeastOfBytes = Threshold.Percent(
        "least share of all bytes allocated", 25, "then they are what the program allocates, however seldom gen2 runs yet");

    private static readonly Threshold LeastDied = Threshold.Percent(
        "least share of them that died", 50, "large objects that stay are no churn");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time in these pauses that makes the finding high", 10, "above it the collector is what to work on first (mem-doc)");

    private static readonly Threshold Low = Threshold.Percent(
        "share of the time below which the finding is low", 1, "then the collections cost next to nothing yet");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a pause that makes the finding high", 50, "from about here on the users of a service notice a single pause");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "large-object-churn",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"At least {LeastOfGen2} of the gen2 collections ({Fewest} or more) start because large objects ({Large} and more) are "
            + $"allocated, or at least {LeastOfBytes} of all bytes are large objects and {LeastDied} of these die.",
        Background = "Temporary large objects are collected with gen2 only, so a program that makes and drops them pays for marking its "
            + "whole old generation again and again. The collector's own reason tells it, and where allocations were recorded their "
            + "stacks tell who makes them.",
        Thresholds =
        [
            Large, LeastOfGen2, Fewest, LeastOfBytes, LeastDied, High, Low, Long,
            LargeObjectThreshold.Covered, LargeObjectThreshold.Highest,
        ],
        Needs = [DotNetNeeds.Collections],
        Helps = [DotNetNeeds.Allocations],
        Advises =
        [
            "don't create them: write to the destination",
            "rent them from a pool",
            "split them into pieces below the threshold",
            "move the threshold above their sizes where they die young",
        ],
        Confidence = Confidence.Certain("the runtime tells why it collected"),
        Versions = ".NET 5 and later.",
        Sources =
        [
            "Maoni Stephens (author of the collector), mem-doc: https://github.com/Maoni0/mem-doc",
            "Microsoft Learn, The large object heap on Windows systems",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var gen2 = CollectionGroup.Of(recording, collection => collection is { Generation: Generations.Gen2, Induced: false });
        var large = CollectionGroup.Of(recording, ByLargeObjects);
        var sites = LargeObjectSites.Of(recording);
        var byReason = large.Count >= Fewest.Value && large.Count >= gen2.Count * LeastOfGen2.Share;
        var dies = Dies(process, sites);
        if (!byReason && (large.Count == 0 || !dies)) return Verdict.Silent;
        var percent = large.PercentOfTime ?? 0;
        var severity = percent >= High.Value || large.PauseMaxNanoseconds >= Long.Nanoseconds ? Severity.High
            : percent >= Low.Value || dies ? Severity.Medium : Severity.Low;
        // Who stands still to allocate them feels them, too.
        if (LargeObjectWaits.SeverityOf(recording) is { } waits && waits < severity) severity = waits;
        var title = byReason
            ? $"{Quantities.Count(large.Count)} of {Quantities.Count(gen2.Count)} gen2 collections started because of large objects"
            : $"{Quantities.Bytes(recording.LargeObjectDeaths!.DiedBytes)} of large objects died, and only gen2 frees them";
        if (sites.Groups is [var most, ..]) title += $", mostly {most.Largest.Type} from {LargeObjectSites.Asking(most.Largest)}";
        return Verdict.Found(new Finding(
            Id,
            severity,
            title,
            EvidenceOf(recording, large, percent, sites),
            AdviceFor(recording, sites),
            GainOf(large, recording),
            Gain.PausesUpTo(process, large.PauseTotalNanoseconds)));
    }

    private static bool ByLargeObjects(Collection collection) =>
        collection is { Generation: Generations.Gen2, Cause: Causes.LargeObjectAllocation };

    private static bool Dies(AnalysedProcess process, LargeObjectSites sites) =>
        process.Summary.Heap.AllocatedBytes?.Value is > 0 and var allocated && sites.Bytes >= allocated * LeastOfBytes.Share
        && process.Recording.LargeObjectDeaths?.Share >= LeastDied.Share;

    private static List<Evidence> EvidenceOf(Recording recording, CollectionGroup large, double percent, LargeObjectSites sites)
    {
        List<Evidence> evidence =
        [
            Evidence.Count(
                "large_object_collections",
                $"gen2 collections with the runtime's reason AllocLarge or OutOfSpaceLOH (gc {large.Numbers})", large.Count, "collections"),
            Evidence.Time("pause_total_ms", "all their pauses", large.PauseTotalNanoseconds),
            Evidence.Percent("share_of_recording_percent", "share of the recording's time in these pauses", percent),
        ];
        if (sites.Groups.Count > 0)
        {
            evidence.Add(Evidence.Size("large_bytes", $"large objects allocated, by {recording.Allocations!.Basis}", sites.Bytes));
        }

        if (recording.LargeObjectDeaths is { } deaths)
        {
            evidence.Add(Evidence.Size("large_died_bytes", $"of them died up to the last collection, {deaths.Basis}", deaths.DiedBytes));
        }

        foreach (var group in sites.Groups)
        {
            evidence.Add(Evidence.Size("replacement_bytes", $"of them {group.Name}", group.Bytes));
            foreach (var (type, chain, bytes) in group.Shown) evidence.Add(Evidence.Size("site_bytes", $"{type} from {chain}", bytes));
        }

        return evidence;
    }

    private static List<Advice> AdviceFor(Recording recording, LargeObjectSites sites)
    {
        List<Advice> advice = [];
        if (sites.Groups.Count == 0)
        {
            advice.Add(new(
                "Record with allocation ticks to see which code makes them, and how large they are, from which follows whether another "
                + "threshold helps (costs up to 16 % of an allocating program's speed).",
                "unpause record PID --profile allocations"));
        }

        advice.Add(new(
            "First, don't create them: write to the destination (a stream, a Utf8JsonWriter) instead of building the "
            + "whole in an array or string."));
        advice.Add(new(
            "Second, rent them.",
            Code: "var buffer = ArrayPool<byte>.Shared.Rent(size);\ntry { … }\nfinally { ArrayPool<byte>.Shared.Return(buffer); }"));
        if (sites.Groups.Count == 0)
        {
            advice.Add(new(
                "Third, split them: ChunkedList<T> and ChunkedHashSet<T> of Unpause.Collections and PooledMemoryStream of Unpause.IO keep "
                + "their contents in pieces below the threshold."));
        }

        foreach (var group in sites.Groups) advice.Add(new(group.Advice, Code: group.Code));
        if (LargeObjectThreshold.For(recording) is { } threshold) advice.Add(threshold);
        if (recording.Source.Settings.ContainsKey(DotNetSettingNames.Adapts))
        {
            advice.Add(new(
                "The collector adapts its heaps to the program's size (DATAS) and so collects gen2 for temporary large objects more "
                + "often; with memory to spare switch that off (.NET 9 and later, server GC). In runtimeconfig.json: "
                + "\"System.GC.DynamicAdaptationMode\": 0.",
                "DOTNET_GCDynamicAdaptationMode=0"));
        }

        return advice;
    }

    private static string GainOf(CollectionGroup large, Recording recording) =>
        $"Without them {Quantities.Count(large.Count)} of {Quantities.Count(recording.Collections.Count)} collections, "
        + $"and {Quantities.Duration(large.PauseTotalNanoseconds)} of pauses beside the background work, go away.";
}
