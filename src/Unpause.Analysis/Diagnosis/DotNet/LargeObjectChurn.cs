using System.Numerics;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Temporary large objects. Only gen2 collections free them, so each time the whole old generation is marked. The evidence is the
/// collector's own reason, and allocation ticks where they were recorded.
/// </summary>
internal sealed class LargeObjectChurn : Rule
{
    private static readonly Threshold Large = Threshold.Bytes(
        "a large object", 85_000, "the runtime's default threshold (GCLOHThreshold) for the large object heap");

    private static readonly Threshold LeastOfGen2 = Threshold.Percent(
        "minimum share of gen2 collections", 50, "a majority: large objects are why gen2 collections run");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of gen2 collections because of them", 5, "collections", "fewer may be a start-up phase");

    private static readonly Threshold LeastOfBytes = Threshold.Percent(
        "minimum share of all allocated bytes", 25, "then they dominate allocation, even if gen2 is still rarely collected");

    private static readonly Threshold LeastDied = Threshold.Percent(
        "minimum share of them that dies", 50, "long-lived large objects are not churn");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time in these pauses that makes the finding high", 10, "above this, GC is the first thing to improve (mem-doc)");

    private static readonly Threshold Low = Threshold.Percent(
        "share of the time below which the finding is low", 1, "then the collections still cost next to nothing");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a pause that makes the finding high", 50, "users of a service start to notice a single pause of about this length");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "large-object-churn",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"At least {LeastOfGen2} of the gen2 collections (at least {Fewest}) start because large objects (at least {Large}) are "
            + $"allocated. Or at least {LeastOfBytes} of all bytes are large objects and at least {LeastDied} of these die.",
        Background = "Temporary large objects are freed by gen2 collections only, and each gen2 collection marks the whole "
            + "old generation. The evidence is the collector's own reason. Where allocations were recorded, their call "
            + "stacks show which code allocates the objects.",
        Thresholds =
        [
            Large, LeastOfGen2, Fewest, LeastOfBytes, LeastDied, High, Low, Long,
            LargeObjectThreshold.Covered, LargeObjectThreshold.Highest,
        ],
        Needs = [DotNetNeeds.Collections],
        Helps = [DotNetNeeds.Allocations],
        Advises =
        [
            "do not create them: write directly to the destination",
            "rent them from a pool",
            "split them into chunks below the threshold",
            "raise the threshold above their sizes where they die young",
        ],
        Confidence = Confidence.Certain("the runtime records why it collected"),
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
        var gen2 = CollectionGroup.Select(recording, collection => collection is { Generation: Generations.Gen2, Induced: false });
        var large = CollectionGroup.Select(recording, ByLargeObjects);
        var sites = LargeObjectSites.From(recording);
        var byReason = large.Count >= Fewest.Value && large.Count >= gen2.Count * LeastOfGen2.Share;
        var dies = Dies(process, sites);
        if (!byReason && (large.Count == 0 || !dies)) return Verdict.Silent;
        var percent = large.PercentOfTime ?? 0;
        var severity = percent >= High.Value || large.PauseMaxNanoseconds >= Long.Nanoseconds ? Severity.High
            : percent >= Low.Value || dies ? Severity.Medium : Severity.Low;
        // Threads that wait to allocate large objects are a cost of them, too.
        if (LargeObjectWaits.SeverityOf(recording) is { } waits && waits < severity) severity = waits;
        var title = byReason
            ? $"{Quantities.Count(large.Count)} of {Quantities.Count(gen2.Count)} gen2 collections started because of large objects"
            : $"{Quantities.Bytes(recording.LargeObjectDeaths!.DiedBytes)} of large objects died, and only gen2 collections free them";
        if (sites.Groups is [var most, ..]) title += $", dominated by {most.Largest.Type} from {LargeObjectSites.Asking(most.Largest)}";
        return Verdict.Found(new Finding(
            Id,
            severity,
            title,
            EvidenceOf(recording, large, percent, sites),
            AdviceFor(recording, sites),
            GainOf(large, recording),
            Gain.PausesUpTo(process, large.PauseTotalNanoseconds)),
            large);
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
            Evidence.Time("pause_total_ms", "total pause time of these", large.PauseTotalNanoseconds),
            Evidence.Percent("share_of_recording_percent", "share of the recording's time in these pauses", percent),
        ];
        if (sites.Groups.Count > 0)
        {
            evidence.Add(Evidence.Size("large_bytes", $"large objects allocated, by {recording.Allocations!.Basis}", sites.Bytes));
        }

        if (recording.LargeObjectDeaths is { } deaths)
        {
            evidence.Add(Evidence.Size("large_died_bytes", $"of these, died before the last collection, {deaths.Basis}", deaths.DiedBytes));
        }

        foreach (var group in sites.Groups)
        {
            evidence.Add(Evidence.Size("replacement_bytes", $"of these, {group.Name}", group.Bytes));
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
                "Record allocation ticks to see which code allocates them and how large they are. The sizes show whether a higher "
                + "threshold helps (slows an allocation-heavy process by up to 16 %).",
                "unpause record PID --profile allocations"));
        }

        advice.Add(new(
            "First, do not create them: write directly to the destination (a stream, a Utf8JsonWriter) instead of "
            + "building the whole in an array or string."));
        advice.Add(new(
            "Second, rent them.",
            Code: "var buffer = ArrayPool<byte>.Shared.Rent(size);\ntry { … }\nfinally { ArrayPool<byte>.Shared.Return(buffer); }"));
        if (sites.Groups.Count == 0)
        {
            advice.Add(new(
                "Third, split them: ChunkedList<T> and ChunkedHashSet<T> of Unpause.Collections and PooledMemoryStream of Unpause.IO keep "
                + "their contents in chunks below the threshold."));
        }

        foreach (var group in sites.Groups) advice.Add(new(group.Advice, Code: group.Code));
        if (LargeObjectThreshold.For(recording) is { } threshold) advice.Add(threshold);
        return advice;
    }

    private static string GainOf(CollectionGroup large, Recording recording) =>
        $"Saves {Quantities.Count(large.Count)} of {Quantities.Count(recording.Collections.Count)} collections: "
        + $"{Quantities.Duration(large.PauseTotalNanoseconds)} of pauses, and their background work.";
}

/// <summary>
/// The large object threshold that fits the sizes of a recording's large objects. A threshold that covers few of them has no effect: with
/// arrays of 100,000 to 285,000 bytes, 131072 left 30 of 35 gen2 collections, 524288 none (.NET 10.0.12).
/// </summary>
internal static class LargeObjectThreshold
{
    /// <summary>The threshold must be above the size of this share of the allocated bytes.</summary>
    public static readonly Threshold Covered = Threshold.Percent(
        "minimum share of the large objects' bytes that a threshold must cover", 90, "the remaining "
            + "large objects still start gen2 collections");

    /// <summary>The threshold must not exceed this size.</summary>
    public static readonly Threshold Highest = Threshold.Mebibytes(
        "the highest threshold", 1, "larger survivors are costly to copy, and a few of them fill gen0");

    /// <summary>The advice; null where the sizes are not recorded, or are too large.</summary>
    public static Advice? For(Recording recording)
    {
        if (recording.Allocations?.LargeSizes is not { } sizes || sizes.Covering(Covered.Share) is not { } size) return null;
        // The next results may be slightly larger, so take the next power of two.
        var wanted = (long)BitOperations.RoundUpToPowerOf2((ulong)size);
        if (wanted > Highest.Value) return null;
        if (DotNetSettings.Number(recording.Source, DotNetSettingNames.LargeThreshold) >= wanted) return null;
        return new(
            $"If most of them die young, raise the large object threshold: {Covered} of their bytes are in objects of up to "
            + $"{Quantities.Bytes(size)}, and a threshold of {Quantities.Bytes(wanted)} covers "
            + $"{Quantities.Percent(100 * sizes.ShareUpTo(wanted))} (.NET 5 and later, read at start; hexadecimal in the "
            + "environment, decimal in runtimeconfig.json). Survivors are then copied, so measure the effect. In "
            + $"runtimeconfig.json: \"System.GC.LOHThreshold\": {wanted}.",
            $"DOTNET_GCLOHThreshold=0x{wanted:X}");
    }
}
