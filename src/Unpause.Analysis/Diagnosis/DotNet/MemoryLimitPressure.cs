using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// The heap is near a limit: a hard limit (set, or 75 % of a container's memory), or the machine's memory is nearly used
/// up. Near it the collector does more, blocking and compacting, collections.
/// </summary>
internal sealed class MemoryLimitPressure : Rule
{
    private static readonly Threshold NearLimit = Threshold.Percent(
        "share of the hard limit from which on it presses", 80, "near the limit the collector blocks and compacts more often");

    private static readonly Threshold HighLoad = Threshold.Percent(
        "high memory load", 90, "the collector's own default (GCHighMemPercent) for compacting and blocking");

    private static readonly Threshold Notable = Threshold.Percent(
        "least share of the time in pauses", 5,
        "a program that is well-behaved spends less (mem-doc); twice as much makes the finding high");

    private static readonly Threshold MoreRoom = Threshold.Times(
        "the limit that is advised, against the one in force", 2,
        "the room between the live set and the limit is what can be allocated between two gen2 collections");

    private static readonly Threshold Room = Threshold.Times(
        "the limit that is advised, against the live set", 4, "then three quarters of the heap are room");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "memory-limit-pressure",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"The heap fills {NearLimit} of its hard limit or memory load is {HighLoad}, and pauses take {Notable} of the time or "
            + "more.",
        Background = "The heap is near a limit: a hard limit (set, or 75 % of a container's memory), or the machine's memory is nearly "
            + "used up. Near it the collector does more collections, and blocking and compacting ones.",
        Thresholds = [NearLimit, HighLoad, Notable, MoreRoom, Room],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "raise the limit, or the container's memory",
            "lower the live set",
            "look at other processes on the machine",
        ],
        FollowsFrom = ["growing-gen2", "large-object-churn"],
        Versions = ".NET 5 and later (hard limits of containers: .NET Core 3.0 and later).",
        Sources =
        [
            "Microsoft Learn, Runtime configuration options for garbage collection (Heap limit)",
            "dotnet/runtime, GCHighMemPercent",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var limit = DotNetSettings.Number(recording.Source, DotNetSettingNames.HardLimit);
        var load = DotNetSettings.HighestMemoryLoad(recording);
        var atLimit = CollectionGroup.Of(
            recording, collection => limit is not null && collection.HeapBeforeBytes > limit * NearLimit.Share);
        var lowMemory = CollectionGroup.Of(recording, collection => collection.Cause == Causes.LowMemory);
        var percent = 100 - (process.Summary.Pauses.ThroughputPercent ?? 100);
        var pressed = atLimit.Count > 0 || lowMemory.Count > 0 || load >= HighLoad.Value;
        if (!pressed || percent < Notable.Value) return Verdict.Silent;
        List<Evidence> evidence = [Evidence.Percent("paused_percent", "share of the recording's time in pauses", percent)];
        if (limit is not null)
        {
            evidence.Add(Evidence.Size("heap_limit_bytes", "hard limit of the heap", limit.Value));
            evidence.Add(Evidence.Count(
                "near_limit_collections",
                $"collections that started with more than {NearLimit} of it in use (gc {atLimit.Numbers})", atLimit.Count, "collections"));
        }

        if (process.Summary.Heap.PeakBytes is { } peak) evidence.Add(Evidence.Size("heap_peak_bytes", "most bytes in use", peak));
        if (process.Summary.Heap.LiveSetBytes is { } live)
        {
            evidence.Add(Evidence.Size("live_set_bytes", "bytes in use after the last gen2 collection", live));
        }

        if (lowMemory.Count > 0)
        {
            evidence.Add(
                Evidence.Count(
                    "low_memory_collections",
                    $"collections with the reason low memory (gc {lowMemory.Numbers})", lowMemory.Count, "collections"));
        }

        if (load is not null)
        {
            evidence.Add(Evidence.Percent("memory_load_max_percent", "highest memory load of the machine or container", load.Value));
        }

        return Verdict.Found(new Finding(
            Id,
            percent >= 2 * Notable.Value ? Severity.High : Severity.Medium,
            limit is null
                ? $"Memory load reached {load:0} %, and {Quantities.Percent(percent)} of the time goes into pauses"
                : $"The heap fills its limit of {Quantities.Bytes(limit.Value)}, and {Quantities.Percent(percent)} "
                    + "of the time goes into pauses",
            evidence,
            [AdviceFor(limit, process.Summary.Heap.LiveSetBytes)],
            ExpectedGain(limit, process.Summary.Heap.LiveSetBytes),
            GainOf(recording, limit, process.Summary.Heap.LiveSetBytes))
        {
            TimeBack = Rooms(limit, process.Summary.Heap.LiveSetBytes) is var (now, then)
                ? new((long)(process.Summary.Pauses.TotalNanoseconds * (1 - (now / then))), "pauses that more room makes rarer")
                : null,
        });
    }

    private static Advice AdviceFor(long? limit, long? live)
    {
        if (limit is not { } bytes)
        {
            return new(
                "Give the machine or container more memory, or lower this process's live set; other processes on the machine count, too.");
        }

        var wanted = Wanted(bytes, live);
        var room = live is { } alive
            ? $"with {Quantities.Bytes(alive)} alive, the room up to the limit is what can be allocated between two gen2 collections"
            : "the room from what is alive up to the limit is what can be allocated between two gen2 collections";
        return HeapLimit.Raise(wanted, $"Raise the limit: {room}.");
    }

    private static string? ExpectedGain(long? limit, long? live)
    {
        if (Rooms(limit, live) is not var (now, then)) return null;
        return $"Room of {Quantities.Bytes(then)} instead of {Quantities.Bytes(now)} between gen2 collections: "
            + $"about {then / now:0.#} times fewer of them at the same allocation rate.";
    }

    private static Gain? GainOf(Recording recording, long? limit, long? live)
    {
        if (Rooms(limit, live) is not var (now, then)) return null;
        var gen2 = CollectionGroup.Of(recording, collection => collection.Generation == Generations.Gen2);
        return Gain.About(GainMetrics.Collections, gen2.Count * (1 - (now / then)), "collections");
    }

    /// <summary>Bytes from the live set to the limit, now and with the advised one; null where either is unknown.</summary>
    private static (double Now, double Then)? Rooms(long? limit, long? live) =>
        limit is { } bytes && live is { } alive && bytes > alive ? (bytes - alive, Wanted(bytes, live) - alive) : null;

    /// <summary>The limit to set, in bytes.</summary>
    private static long Wanted(long limit, long? live) => (long)Math.Max(limit * MoreRoom.Value, (live ?? 0) * Room.Value);
}
