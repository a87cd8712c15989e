using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Collections that code asked for. The collector knows better when to collect; a call comes from a library, a memory
/// monitor, or <c>GC.AddMemoryPressure</c>, often unknown to the program's authors.
/// </summary>
internal sealed class InducedCollections : Rule
{
    private const int CallersShown = 3;
    private const int FramesShown = 6;
    private const string WithoutCollection =
        "beside them GC.TryStartNoGCRegion found the room that it wanted: the program was stopped and nothing collected, and the runtime's "
        + "counters count it as a collection of each generation";

    private static readonly Threshold Few = Threshold.Count(
        "collections that code may ask for", 2, "collections", "one at the start and one at the end are no habit");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long pause", 50, "from about here on the users of a service notice a single pause");

    private static readonly Threshold High = Threshold.Percent(
        "share of all pause time that makes the finding high", 25, "then the calls are the first thing to change");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "induced-collections",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"Code asks for more than {Few} (GC.Collect, GC.AddMemoryPressure, a memory monitor), or for one that pauses for "
            + $"{Long}.",
        Background = "The collector knows better when to collect. A call comes from a library, a memory monitor or GC.AddMemoryPressure, "
            + "often unknown to the program's authors, and most calls collect everything and block.",
        Thresholds = [Few, Long, High],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "remove the call, or make the limit or timer behind it wider",
            "let the collector decide whether, and don't wait for it",
            "pair GC.AddMemoryPressure with the true size and dispose native objects",
        ],
        Confidence = Confidence.Certain("the runtime tells which collections were asked for"),
        Versions = "All versions of .NET.",
        Sources =
        [
            "Microsoft Learn, Induced collections",
            "Maoni Stephens (author of the collector), mem-doc: https://github.com/Maoni0/mem-doc",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var induced = CollectionGroup.Of(recording, collection => collection.Induced);
        if (induced.Count == 0 || (induced.Count <= Few.Value && induced.PauseMaxNanoseconds < Long.Nanoseconds)) return Verdict.Silent;
        var share = process.Summary.Pauses.TotalNanoseconds > 0
            ? (double)induced.PauseTotalNanoseconds / process.Summary.Pauses.TotalNanoseconds
            : 0;
        var severity = induced.PauseMaxNanoseconds >= Long.Nanoseconds || share >= High.Share ? Severity.High : Severity.Medium;
        var costliest = recording.InducedBy is [{ Count: > 0, PauseNanoseconds: { } most } first, ..]
            ? $", {Quantities.Duration(most)} of it for {Asking(first)}"
            : "";
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"{Quantities.Count(induced.Count)} of {Quantities.Count(recording.Collections.Count)} collections were asked for by code; "
            + $"they paused the program for {Quantities.Duration(induced.PauseTotalNanoseconds)}{costliest}",
            EvidenceOf(recording, induced, share),
            AdviceFor(recording, induced),
            $"Without these calls their {Quantities.Duration(induced.PauseTotalNanoseconds)} of pauses go away; the collections that the "
            + $"allocations really need stay (at most {Quantities.Count(recording.Collections.Count - induced.Count)} here, and "
            + "some of them may come earlier).",
            Gain.PausesUpTo(process, induced.PauseTotalNanoseconds)));
    }

    private static List<Evidence> EvidenceOf(Recording recording, CollectionGroup induced, double share)
    {
        var blockingGen2 = CollectionGroup.Of(
            recording, collection => collection is { Induced: true, Generation: Generations.Gen2, Kind: CollectionKind.Blocking });
        List<Evidence> evidence =
        [
            Evidence.Count("induced_collections", $"induced collections (gc {induced.Numbers})", induced.Count, "collections"),
            Evidence.Time("pause_total_ms", "all their pauses", induced.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", $"the longest (gc {induced.LongestNumber})", induced.PauseMaxNanoseconds),
            Evidence.Percent("share_of_pauses_percent", "share of all pause time", 100 * share),
        ];
        if (blockingGen2.Count > 0)
        {
            evidence.Add(Evidence.Count(
                "induced_blocking_gen2_collections",
                $"of them blocking gen2 (gc {blockingGen2.Numbers})", blockingGen2.Count, "collections"));
        }

        foreach (var (cause, count) in induced.Causes)
        {
            evidence.Add(Evidence.Count(
                "cause_collections", $"of them with the runtime's reason {cause}: {Meaning(cause)}", count, "collections"));
        }

        foreach (var call in (recording.InducedBy ?? []).Where(call => call.Count > 0).Take(CallersShown))
        {
            evidence.Add(Evidence.Count(
                "caller_collections", $"of them asked for by {Chain(call)}{Cost(call)}", call.Count, "collections"));
        }

        var regions = Total.Of(recording.InducedBy ?? [], call => call.WithoutCollection);
        if (regions.Value > 0) evidence.Add(Evidence.Count("no_gc_region_calls", WithoutCollection, regions, "calls"));
        return evidence;
    }

    private static List<Advice> AdviceFor(Recording recording, CollectionGroup induced)
    {
        List<Advice> advice =
        [
            recording.InducedBy is [var first, ..] && Regions(first) ? NoRegions
                : recording.InducedBy is [{ Count: > 0 } asking, ..]
                ? new($"Remove the call in {Asking(asking)}, or make the limit or timer behind it wider, if the memory is there.")
                : new("Find the caller and remove the call: look for GC.Collect in the program and its libraries, for caches with a "
                    + "memory limit (System.Runtime.Caching.MemoryCache with cacheMemoryLimitMegabytes or physicalMemoryLimitPercentage), "
                    + "and for monitors that watch the process's memory; raise such a limit if the memory is there."),
            new(
                "If a call must stay, let the collector decide and don't wait for it (.NET Core 1.0 and later).",
                Code: "GC.Collect(2, GCCollectionMode.Optimized, blocking: false);"),
        ];
        if (induced.Causes.Any(cause => cause.Cause == DotNetReasons.InducedNotForced))
        {
            advice.Add(new("InducedNotForced also comes from GC.AddMemoryPressure: call it with the true size of the native memory, pair "
                + "it with GC.RemoveMemoryPressure, and dispose native objects (bitmaps, handles) instead of leaving them to finalizers."));
        }

        return advice;
    }

    /// <summary>The methods from the one that asked outwards.</summary>
    private static string Chain(InducedCall call) =>
        string.Join(" ← ", call.Stack.Where(method => !InducedChain.IsCollector(method)).Take(FramesShown));

    private static readonly Advice NoRegions = new(
        "GC.TryStartNoGCRegion collects all that it can first, to have the room that it promises: call it seldom and outside requests, ask "
        + "for what the section really allocates, or allocate nothing there and leave the call out.");

    /// <summary>The method itself is compiled into its caller, so that only System.GC.StartNoGCRegionWorker is left of it.</summary>
    private static bool Regions(InducedCall call) =>
        call.Stack.Any(method => method.StartsWith("System.GC.", StringComparison.Ordinal)
            && method.Contains("NoGCRegion", StringComparison.Ordinal));

    /// <summary>What a caller cost and how it asked, in brackets; nothing where pauses aren't known.</summary>
    private static string Cost(InducedCall call)
    {
        if (call is not { PauseNanoseconds: { } all, LongestNanoseconds: { } longest }) return "";
        var how = Regions(call) ? ", by GC.TryStartNoGCRegion" : call.Mode is { } mode ? $", {mode}: {Meaning(mode)}" : "";
        return $" ({Quantities.Duration(all)} of pauses, the longest {Quantities.Duration(longest)}{how})";
    }

    private static string Asking(InducedCall call) => InducedChain.Of(call).AskedBy ?? call.Stack[^1];

    private static string Meaning(string cause) => cause switch
    {
        "Induced" => "GC.Collect()",
        DotNetReasons.InducedNotForced => "GC.Collect with GCCollectionMode.Optimized or blocking: false, or GC.AddMemoryPressure",
        DotNetReasons.InducedCompacting => "GC.Collect with compacting: true",
        DotNetReasons.InducedAggressive => "GC.Collect with GCCollectionMode.Aggressive",
        _ => "asked for by code",
    };
}
