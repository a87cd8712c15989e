using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Gen2 collections that stop the program for their whole length, although .NET can do them in the background. Why
/// they block decides what helps: concurrent GC switched off, memory near its limit, or too many large objects.
/// </summary>
internal sealed class BlockingGen2 : Rule
{
    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long pause", 50, "from about here on the users of a service notice a single pause");

    private static readonly Threshold VeryLong = Threshold.Milliseconds(
        "a pause that makes the finding high", 200, "four times as much; requests time out or are tried again");

    private static readonly Threshold Notable = Threshold.Percent(
        "share of the time that makes many short ones count", 5,
        "a program that is well-behaved spends less in all pauses together (mem-doc)");

    private static readonly Threshold HighMemory = Threshold.Percent(
        "high memory load", 90, "the collector's own default (GCHighMemPercent) for compacting and blocking");

    private static readonly Threshold MovedHighMemory = Threshold.Percent(
        "the memory load that it is moved to", 95, "the collector itself goes no further than 97, on large machines");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "blocking-gen2",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"Gen2 collections block the program for {Long} or more, or for more than {Notable} of the time, instead of running in "
            + "the background.",
        Background = "A gen2 collection marks and may compact the whole heap. .NET can do it in the background, with two short pauses; a "
            + "blocking one stops every thread until it is done. Why the collector blocked decides what helps: concurrent "
            + "collection switched off, memory near a limit, large objects, or a gen2 that is small.",
        Thresholds = [Long, VeryLong, Notable, HighMemory, MovedHighMemory],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "switch background collections on where they are off",
            "raise the memory limit where the heap is near it",
            "rent or split large objects, which only gen2 frees",
            "give gen0 more room where gen2 is too small for a background collection",
        ],
        FollowsFrom = ["finalizer-backlog", "growing-gen2", "memory-limit-pressure", "large-object-churn"],
        Confidence = Confidence.Certain("the runtime tells each collection's kind and reason"),
        Versions = ".NET 5 and later; settings with the versions that have them in the finding.",
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
        var blocking = CollectionGroup.Of(recording, Blocks);
        var percent = blocking.PercentOfTime ?? 0;
        if (blocking.Count == 0 || (blocking.PauseMaxNanoseconds < Long.Nanoseconds && percent < Notable.Value)) return Verdict.Silent;
        var background = CollectionGroup.Of(
            recording, collection => collection is { Generation: Generations.Gen2, Kind: CollectionKind.Background });
        var severity = blocking.PauseMaxNanoseconds >= VeryLong.Nanoseconds || percent >= 2 * Notable.Value
            ? Severity.High
            : Severity.Medium;
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"{Quantities.Count(blocking.Count, "collection")} of gen2 blocked the program, the longest "
            + $"for {Quantities.Duration(blocking.PauseMaxNanoseconds)} (gc {blocking.LongestNumber})",
            EvidenceOf(recording, blocking, background, percent),
            AdviceFor(recording, blocking),
            ExpectedGain(blocking, background),
            GainOf(recording, blocking, background))
        {
            TimeBack = new(blocking.PauseTotalNanoseconds, "pauses of blocking gen2 collections"),
            FollowsFrom = IsOfMiddleAge(recording, blocking, process) ? ["high-gc-time"] : null,
        });
    }

    /// <summary>
    /// Most blocked because gen2 is small, and most of the time goes elsewhere: objects of middle age, of which the share of the time in
    /// pauses is the finding.
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
                $"blocking gen2 collections that no code asked for (gc {blocking.Numbers})", blocking.Count, "collections"),
            Evidence.Time("pause_max_ms", $"longest of their pauses (gc {blocking.LongestNumber})", blocking.PauseMaxNanoseconds),
            Evidence.Time("pause_total_ms", "all their pauses", blocking.PauseTotalNanoseconds),
            Evidence.Percent("share_of_recording_percent", "share of the recording's time", percent),
        ];
        foreach (var (cause, count) in blocking.Causes.Take(3))
        {
            evidence.Add(Evidence.Count("cause_collections", $"of them with the runtime's reason {cause}", count, "collections"));
        }

        foreach (var (reason, count) in ReasonsToBlock(recording).Take(3))
        {
            evidence.Add(Evidence.Count("reason_collections", $"of them chosen because of: {reason}", count, "collections"));
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
                "memory_load_max_percent", "highest memory load of the machine or container at a collection's start", load));
        }

        return evidence;
    }

    private static List<Advice> AdviceFor(Recording recording, CollectionGroup blocking)
    {
        var advice = new List<Advice>();
        if (DotNetSettings.Is(recording.Source, DotNetSettingNames.Concurrent, "0"))
        {
            advice.Add(new(
                "Background collections are switched off, so every gen2 collection blocks. Switch them on (.NET Core 3.0 and later, read "
                + "at start; the default is on), in the project or with DOTNET_gcConcurrent=1 in the environment.",
                DotNetSettings.Concurrent));
        }

        if (DotNetSettings.Number(recording.Source, DotNetSettingNames.HardLimit) is { } limit)
        {
            advice.Add(HeapLimit.Raise(
                limit * 2, $"The heap may not grow beyond {Quantities.Bytes(limit)}, and near it collections block and compact."));
        }
        else if (DotNetSettings.HighestMemoryLoad(recording) >= HighMemory.Value
            && !(DotNetSettings.Number(recording.Source, DotNetSettingNames.HighMemory) >= MovedHighMemory.Value))
        {
            advice.Add(new(
                $"Memory load reached the point ({HighMemory} by default) from which the collector does blocking, compacting gen2 "
                + "collections. Give the machine or container more memory, or move the point if the rest is free for this process (.NET 5 "
                + "and later; percent, hexadecimal in the environment).",
                $"DOTNET_GCHighMemPercent=0x{(int)MovedHighMemory.Value:X}"));
        }

        if (blocking.Causes.Any(cause => cause.Cause is DotNetReasons.AllocLarge or DotNetReasons.OutOfSpaceLarge))
        {
            advice.Add(new(
                "Objects of 85,000 bytes and more are only collected with gen2. Don't create them, rent them, or split them: rent "
                + "buffers, and use lists and sets whose chunks stay below the threshold (ChunkedList<T> and "
                + "ChunkedHashSet<T> of Unpause.Collections).",
                Code: "var buffer = ArrayPool<byte>.Shared.Rent(size);\ntry { … }\nfinally { ArrayPool<byte>.Shared.Return(buffer); }"));
        }

        if (Gen0Room.Setting(recording) is { } room
            && ReasonsToBlock(recording).Any(reason => reason.Reason == DotNetMarks.TooSmallForBackground))
        {
            advice.Add(new(
                "Gen2 is so small that the collector finds a blocking collection cheaper than a background one. What helps is to reach "
                + $"gen2 less often: give gen0 more room, so that more is dead before ({Gen0Room.Where}).",
                room));
        }

        if (advice.Count == 0)
        {
            advice.Add(new(
                "Background collections are on, so the collector chose to block: usually the heap is small, or fragmented. Allocate less "
                + "that survives to gen2; if only one phase of the program matters, GCSettings.LatencyMode keeps blocking gen2 "
                + "collections away for it, at the price of a bigger heap.",
                Code: "GCSettings.LatencyMode = GCLatencyMode.SustainedLowLatency;"));
        }

        return advice;
    }

    private static string? ExpectedGain(CollectionGroup blocking, CollectionGroup background) => background.Count == 0
        ? null
        : $"The {background.Count} background gen2 collections of this recording paused the program for at "
            + $"most {Quantities.Duration(background.PauseMaxNanoseconds)} at a time, blocking ones for up "
            + $"to {Quantities.Duration(blocking.PauseMaxNanoseconds)}.";

    /// <summary>The longest pause cannot become shorter than what else paused the program.</summary>
    private static Gain? GainOf(Recording recording, CollectionGroup blocking, CollectionGroup background)
    {
        if (background.Count == 0) return null;
        var others = CollectionGroup.Of(recording, collection => !Blocks(collection));
        return Gain.UpTo(GainMetrics.MaxPause, (blocking.PauseMaxNanoseconds - others.PauseMaxNanoseconds) / 1e6, "ms");
    }

    /// <summary>The collector's own reasons for its choice, the commonest first.</summary>
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
