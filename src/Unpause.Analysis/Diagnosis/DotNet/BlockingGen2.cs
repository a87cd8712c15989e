namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Gen2 collections that stop the application for their whole length, although .NET can run them in the background. The reason to block
/// decides the advice: concurrent GC switched off, memory near its limit, or too many large objects.
/// </summary>
internal sealed class BlockingGen2 : Rule
{
    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long pause", 50, "users of a service start to notice a single pause of about this length");

    private static readonly Threshold VeryLong = Threshold.Milliseconds(
        "a pause that makes the finding high", 200, "requests time out or are retried");

    private static readonly Threshold Notable = Threshold.Percent(
        "minimum share of time, where no single pause is long", 5,
        "a well-behaved application spends less than this in all pauses (mem-doc)");

    private static readonly Threshold HighMemory = Threshold.Percent(
        "high memory load", 90, "the runtime's default (GCHighMemPercent) for compacting and blocking");

    private static readonly Threshold MovedHighMemory = Threshold.Percent(
        "the memory load that the advice sets", 95, "the runtime's own default does not exceed 97, on large machines");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "blocking-gen2",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"Blocking gen2 collections pause the application for at least {Long} at a time, or for more than {Notable} of the "
            + "time, instead of running in the background.",
        Background = "A gen2 collection marks the whole heap and may compact it. .NET can do it in the background, with two short pauses. "
            + "A blocking one stops every thread until it is done. The reason to block decides what to change: concurrent GC is switched "
            + "off, memory is near a limit, large objects start the collections, or gen2 is small.",
        Thresholds = [Long, VeryLong, Notable, HighMemory, MovedHighMemory],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "switch background collections on where they are off",
            "raise the memory limit where the heap is near it",
            "pool or split large objects, which only gen2 collections free",
            "enlarge gen0 where gen2 is too small for a background collection",
        ],
        FollowsFrom = ["finalizer-backlog", "finalizable-objects", "growing-gen2", "memory-limit-pressure", "large-object-churn"],
        Confidence = Confidence.Certain("the runtime records each collection's kind and reason"),
        Versions = ".NET 5 and later. The finding names the versions of each setting.",
        Sources =
        [
            "Maoni Stephens (author of the collector), mem-doc: https://github.com/Maoni0/mem-doc",
            "Microsoft Learn, Runtime configuration options for garbage collection",
            "dotnet/runtime, src/coreclr/gc/gc.cpp (reasons to block)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var blocking = CollectionGroup.Select(recording, Blocks);
        var percent = blocking.PercentOfTime ?? 0;
        if (blocking.Count == 0 || (blocking.PauseMaxNanoseconds < Long.Nanoseconds && percent < Notable.Value)) return Verdict.Silent;
        var background = CollectionGroup.Select(
            recording, collection => collection is { Generation: Generations.Gen2, Kind: CollectionKind.Background });
        var severity = blocking.PauseMaxNanoseconds >= VeryLong.Nanoseconds || percent >= 2 * Notable.Value
            ? Severity.High
            : Severity.Medium;
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"{Quantities.Count(blocking.Count, "blocking gen2 collection")}, longest pause "
            + $"{Quantities.Duration(blocking.PauseMaxNanoseconds)} (gc {blocking.LongestNumber})",
            EvidenceOf(recording, blocking, background, percent),
            AdviceFor(recording, blocking),
            ExpectedGain(blocking, background),
            GainOf(recording, blocking, background))
        {
            TimeBack = new(blocking.PauseTotalNanoseconds, "pauses of blocking gen2 collections"),
            FollowsFrom = IsOfMiddleAge(recording, blocking, process) ? ["high-gc-time"] : null,
        },
            blocking);
    }

    /// <summary>
    /// Most collections blocked because gen2 is small, and other collections take most of the pause time. The cause is then objects that
    /// die just after promotion, and `high-gc-time` reports it.
    /// </summary>
    private static bool IsOfMiddleAge(Recording recording, CollectionGroup blocking, AnalysedProcess process) =>
        ReasonsToBlock(recording).FirstOrDefault(reason => reason.Reason == DotNetMarks.TooSmallForBackground).Count * 2 >= blocking.Count
        && blocking.PauseMaxNanoseconds < VeryLong.Nanoseconds
        && blocking.PauseTotalNanoseconds.Value * 2 < process.Summary.Pauses.TotalNanoseconds.Value;

    private static bool Blocks(Collection collection) =>
        collection is { Generation: Generations.Gen2, Kind: CollectionKind.Blocking, Induced: false }
        && collection.Cause != Causes.Diagnostic;

    private static List<Evidence> EvidenceOf(Recording recording, CollectionGroup blocking, CollectionGroup background, double percent)
    {
        List<Evidence> evidence =
        [
            Evidence.Count(
                "blocking_gen2_collections",
                $"blocking gen2 collections, without induced ones (gc {blocking.Numbers})", blocking.Count, "collections"),
            Evidence.Time("pause_max_ms", $"longest pause of these (gc {blocking.LongestNumber})", blocking.PauseMaxNanoseconds),
            Evidence.Time("pause_total_ms", "total pause time of these", blocking.PauseTotalNanoseconds),
            Evidence.Percent("share_of_recording_percent", "share of the recording's time", percent),
        ];
        foreach (var (cause, count) in blocking.Causes.Take(3))
        {
            evidence.Add(Evidence.Count("cause_collections", $"of these, with the runtime's reason {cause}", count, "collections"));
        }

        foreach (var (reason, count) in ReasonsToBlock(recording).Take(3))
        {
            evidence.Add(Evidence.Count("reason_collections", $"of these, blocking because: {reason}", count, "collections"));
        }

        if (background.Count > 0)
        {
            evidence.Add(Evidence.Time(
                "background_pause_max_ms",
                $"longest pause of the {background.Count} background gen2 collections (gc {background.LongestNumber})",
                background.PauseMaxNanoseconds));
        }

        if (recording.Source.Settings.TryGetValue(DotNetSettingNames.Concurrent, out var concurrent))
        {
            evidence.Add(Evidence.Fact("gc_concurrent", $"gcConcurrent={concurrent}"));
        }

        if (DotNetSettings.HighestMemoryLoad(recording) is { } load)
        {
            evidence.Add(Evidence.Percent(
                "memory_load_max_percent", "highest memory load of the machine or container at the start of a collection", load));
        }

        return evidence;
    }

    private static List<Advice> AdviceFor(Recording recording, CollectionGroup blocking)
    {
        var advice = new List<Advice>();
        if (DotNetSettings.Is(recording.Source, DotNetSettingNames.Concurrent, "0"))
        {
            advice.Add(new(
                "Background collections are switched off, so every gen2 collection blocks. Switch them on in the project file, or with "
                + "DOTNET_gcConcurrent=1 in the environment (.NET Core 3.0 and later, read at start; on by default).",
                DotNetSettings.Concurrent));
        }

        if (DotNetSettings.Number(recording.Source, DotNetSettingNames.HardLimit) is { } limit)
        {
            advice.Add(HeapLimit.Raise(
                limit * 2, $"The heap is limited to {Quantities.Bytes(limit)}. Near the limit, collections block and compact."));
        }
        else if (DotNetSettings.HighestMemoryLoad(recording) >= HighMemory.Value
            && !(DotNetSettings.Number(recording.Source, DotNetSettingNames.HighMemory) >= MovedHighMemory.Value))
        {
            advice.Add(new(
                $"Memory load reached the level ({HighMemory} by default) above which the collector runs blocking, compacting gen2 "
                + "collections. Give the machine or container more memory. Or raise the level, if this process may use the rest (.NET 5 "
                + "and later; percent, hexadecimal in the environment).",
                $"DOTNET_GCHighMemPercent=0x{(int)MovedHighMemory.Value:X}"));
        }

        if (blocking.Causes.Any(cause => cause.Cause is DotNetReasons.AllocLarge or DotNetReasons.OutOfSpaceLarge))
        {
            advice.Add(new(
                "Objects of 85,000 bytes and more are only collected with gen2. Avoid, pool or split them: rent buffers, and use "
                + "collections whose chunks stay below the threshold (ChunkedList<T> and ChunkedHashSet<T> of Unpause.Collections).",
                Code: "var buffer = ArrayPool<byte>.Shared.Rent(size);\ntry { … }\nfinally { ArrayPool<byte>.Shared.Return(buffer); }"));
        }

        if (Gen0Room.Setting(recording) is { } room
            && ReasonsToBlock(recording).Any(reason => reason.Reason == DotNetMarks.TooSmallForBackground))
        {
            advice.Add(new(
                "Gen2 is so small that the collector considers a blocking collection cheaper than a background one. Make gen2 collections "
                + $"rarer: enlarge gen0, so that more objects die before promotion ({Gen0Room.Where}).",
                room));
        }

        if (advice.Count == 0)
        {
            advice.Add(new(
                "Background collections are on, so the collector chose to block. Usually the heap is small or fragmented. Allocate less "
                + "that survives to gen2. If only one phase of the application is latency-critical, GCSettings.LatencyMode avoids "
                + "blocking gen2 collections during it, at the cost of a larger heap.",
                Code: "GCSettings.LatencyMode = GCLatencyMode.SustainedLowLatency;"));
        }

        return advice;
    }

    private static string? ExpectedGain(CollectionGroup blocking, CollectionGroup background) => background.Count == 0
        ? null
        : $"The {background.Count} background gen2 collections of this recording paused the application for at most "
            + $"{Quantities.Duration(background.PauseMaxNanoseconds)} at a time, the blocking ones for up to "
            + $"{Quantities.Duration(blocking.PauseMaxNanoseconds)}.";

    /// <summary>The longest pause cannot become shorter than the longest of the other pauses.</summary>
    private static Gain? GainOf(Recording recording, CollectionGroup blocking, CollectionGroup background)
    {
        if (background.Count == 0) return null;
        var others = CollectionGroup.Select(recording, collection => !Blocks(collection));
        return Gain.UpTo(GainMetrics.MaxPause, (blocking.PauseMaxNanoseconds - others.PauseMaxNanoseconds) / 1e6, "ms");
    }

    /// <summary>The collector's own reasons to block, the most frequent first.</summary>
    private static List<(string Reason, int Count)> ReasonsToBlock(Recording recording)
    {
        var reasons = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var collection in recording.Collections)
        {
            if (!Blocks(collection)) continue;
            foreach (var mark in collection.Marks ?? []) reasons[mark] = reasons.GetValueOrDefault(mark) + 1;
        }

        return [.. reasons.Select(pair => (pair.Key, pair.Value))
            .OrderByDescending(pair => pair.Value)
            .ThenBy(pair => pair.Key, StringComparer.Ordinal)];
    }
}
