namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// The heap is near its hard limit (set explicitly, or 75 % of a container's memory), or the machine's memory is nearly used up. The
/// collector then collects more often, and blocks and compacts more often.
/// </summary>
internal sealed class MemoryLimitPressure : Rule
{
    private static readonly Threshold NearLimit = Threshold.Percent(
        "share of the hard limit that counts as near", 80, "near the limit the collector blocks and compacts more often");

    private static readonly Threshold HighLoad = Threshold.Percent(
        "high memory load", 90, "the runtime's default (GCHighMemPercent) for compacting and blocking");

    private static readonly Threshold Notable = Threshold.Percent(
        "minimum share of time in pauses", 5,
        "a well-behaved application spends less (mem-doc); twice as much makes the finding high");

    private static readonly Threshold MoreRoom = Threshold.Times(
        "the advised limit, relative to the present one", 2,
        "the bytes between the live set and the limit can be allocated between two gen2 collections");

    private static readonly Threshold Room = Threshold.Times(
        "the advised limit, relative to the live set", 4, "then three quarters of the heap are free after a collection");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "memory-limit-pressure",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"The heap fills at least {NearLimit} of its hard limit, or memory load is at least {HighLoad}, and "
            + $"pauses take at least {Notable} of the time.",
        Background = "The heap is near its hard limit (set explicitly, or 75 % of a container's memory), or the machine's memory is nearly "
            + "used up. The collector then collects more often, and blocks and compacts more often.",
        Thresholds = [NearLimit, HighLoad, Notable, MoreRoom, Room],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "raise the limit, or the container's memory",
            "reduce the live set",
            "check other processes on the machine",
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
        var atLimit = CollectionGroup.Select(
            recording, collection => limit is not null && collection.HeapBeforeBytes > limit * NearLimit.Share);
        var lowMemory = CollectionGroup.Select(recording, collection => collection.Cause == Causes.LowMemory);
        var percent = 100 - (process.Summary.Pauses.ThroughputPercent ?? 100);
        var pressed = atLimit.Count > 0 || lowMemory.Count > 0 || load >= HighLoad.Value;
        if (!pressed || percent < Notable.Value) return Verdict.Silent;
        List<Evidence> evidence = [Evidence.Percent("paused_percent", "share of the recording's time in pauses", percent)];
        if (limit is not null)
        {
            evidence.Add(Evidence.Size("heap_limit_bytes", "hard limit of the heap", limit.Value));
            evidence.Add(Evidence.Count(
                "near_limit_collections",
                $"collections that started with more than {NearLimit} of the limit in use (gc {atLimit.Numbers})", atLimit.Count,
                "collections"));
        }

        if (process.Summary.Heap.PeakBytes is { } peak) evidence.Add(Evidence.Size("heap_peak_bytes", "peak heap size", peak));
        if (process.Summary.Heap.LiveSetBytes is { } live)
        {
            evidence.Add(Evidence.Size("live_set_bytes", "live set after the last gen2 collection", live));
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
                ? $"Memory load reached {load:0} %, and {Quantities.Percent(percent)} of the time is GC pauses"
                : $"The heap fills its limit of {Quantities.Bytes(limit.Value)}, and "
                    + $"{Quantities.Percent(percent)} of the time is GC pauses",
            evidence,
            [AdviceFor(limit, process.Summary.Heap.LiveSetBytes)],
            ExpectedGain(limit, process.Summary.Heap.LiveSetBytes),
            GainOf(recording, limit, process.Summary.Heap.LiveSetBytes))
        {
            TimeBack = Rooms(limit, process.Summary.Heap.LiveSetBytes) is var (now, then)
                ? new((long)(process.Summary.Pauses.TotalNanoseconds * (1 - (now / then))), "pauses that a larger limit makes rarer")
                : null,
        });
    }

    private static Advice AdviceFor(long? limit, long? live)
    {
        if (limit is not { } bytes)
        {
            return new(
                "Give the machine or container more memory, or reduce this process's live set. Other processes on the machine count, too.");
        }

        var wanted = Wanted(bytes, live);
        var room = live is { } alive
            ? $"with a live set of {Quantities.Bytes(alive)}, the bytes up to the limit can be allocated between two gen2 collections"
            : "the bytes between the live set and the limit can be allocated between two gen2 collections";
        return HeapLimit.Raise(wanted, $"Raise the limit: {room}.");
    }

    private static string? ExpectedGain(long? limit, long? live)
    {
        if (Rooms(limit, live) is not var (now, then)) return null;
        return $"{Quantities.Bytes(then)} instead of {Quantities.Bytes(now)} can be allocated between gen2 collections: about "
            + $"{then / now:0.#} times fewer of them at the same allocation rate.";
    }

    private static Gain? GainOf(Recording recording, long? limit, long? live)
    {
        if (Rooms(limit, live) is not var (now, then)) return null;
        var gen2 = CollectionGroup.Select(recording, collection => collection.Generation == Generations.Gen2);
        return Gain.About(GainMetrics.Collections, gen2.Count * (1 - (now / then)), "collections");
    }

    /// <summary>Bytes from the live set to the limit, at present and with the advised limit; null where either is unknown.</summary>
    private static (double Now, double Then)? Rooms(long? limit, long? live) =>
        limit is { } bytes && live is { } alive && bytes > alive ? (bytes - alive, Wanted(bytes, live) - alive) : null;

    /// <summary>The limit to set, in bytes.</summary>
    private static long Wanted(long limit, long? live) => (long)Math.Max(limit * MoreRoom.Value, (live ?? 0) * Room.Value);
}

/// <summary>The advice to raise a heap limit. A recording shows the limit, and not where it comes from.</summary>
internal static class HeapLimit
{
    /// <summary>In a container the heap may take this share of the memory, unless a limit is set (GCHeapHardLimitPercent).</summary>
    private const double ShareOfContainer = 0.75;

    /// <summary>
    /// The advice to raise the limit to so many bytes. With a limit above the container's memory, the kernel would kill the process.
    /// </summary>
    public static Advice Raise(long wanted, string why) => new(
        $"{why} By default the limit is 75 % of the container's memory: then give the container "
        + $"{Quantities.Bytes(wanted / ShareOfContainer)}, and set no limit. If the limit was set explicitly, raise it, but keep it below "
        + "the container's memory (.NET 5 and later; decimal in runtimeconfig.json, hexadecimal in the environment). In "
        + $"runtimeconfig.json: \"System.GC.HeapHardLimit\": {wanted}.",
        $"DOTNET_GCHeapHardLimit=0x{wanted:X}");
}
