namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Induced collections. The call comes from a library, a memory monitor, or <c>GC.AddMemoryPressure</c>, and the application's authors
/// often do not know of it.
/// </summary>
internal sealed class InducedCollections : Rule
{
    private const int CallersShown = 3;
    private const int FramesShown = 6;
    private const string WithoutCollection =
        "also, GC.TryStartNoGCRegion found enough room: it paused the application without a collection, and the runtime's "
        + "counters count one collection of each generation";

    private static readonly Threshold Few = Threshold.Count(
        "acceptable induced collections", 2, "collections", "one at the start and one at the end are not a pattern");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "a long pause", 50, "users of a service start to notice a single pause of about this length");

    private static readonly Threshold High = Threshold.Percent(
        "share of all pause time that makes the finding high", 25, "then the calls are the first thing to change");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "induced-collections",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"Code induces more than {Few} (GC.Collect, GC.AddMemoryPressure, a memory "
            + $"monitor), or one that pauses for at least {Long}.",
        Background = "The collector chooses better times to collect. The call comes from a library, a memory "
            + "monitor or GC.AddMemoryPressure, and the application's authors often do not know of it. Most "
            + "induced collections are full and blocking.",
        Thresholds = [Few, Long, High],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "remove the call, or relax the limit or timer that triggers it",
            "let the collector decide whether to collect, without blocking",
            "call GC.AddMemoryPressure with the true size, and dispose native objects",
        ],
        FollowsFrom = ["monitoring-stops"],
        Confidence = Confidence.Certain("the runtime records which collections were induced"),
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
        var induced = CollectionGroup.Select(recording, collection => collection.Induced);
        if (induced.Count == 0 || (induced.Count <= Few.Value && induced.PauseMaxNanoseconds < Long.Nanoseconds)) return Verdict.Silent;
        var share = process.Summary.Pauses.TotalNanoseconds > 0
            ? (double)induced.PauseTotalNanoseconds / process.Summary.Pauses.TotalNanoseconds
            : 0;
        var severity = induced.PauseMaxNanoseconds >= Long.Nanoseconds || share >= High.Share ? Severity.High : Severity.Medium;
        var costliest = recording.InducedBy is [{ Count: > 0, PauseNanoseconds: { } most } first, ..]
            ? $", {Quantities.Duration(most)} of it by {Asking(first)}"
                + (ExplicitCalls.ArePressure(recording) ? ", which calls GC.AddMemoryPressure" : "")
            : "";
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"{Quantities.Count(induced.Count)} of {Quantities.Count(recording.Collections.Count)} collections were induced and paused the "
            + $"application for {Quantities.Duration(induced.PauseTotalNanoseconds)}{costliest}",
            EvidenceOf(recording, induced, share),
            AdviceFor(recording, induced),
            $"Saves up to {Quantities.Duration(induced.PauseTotalNanoseconds)} of pauses, those of the induced collections. "
            + "Collections that allocation requires remain (at most "
            + $"{Quantities.Count(recording.Collections.Count - induced.Count)} here), and some may start earlier.",
            Gain.PausesUpTo(process, induced.PauseTotalNanoseconds)),
            induced);
    }

    private static List<Evidence> EvidenceOf(Recording recording, CollectionGroup induced, double share)
    {
        var blockingGen2 = CollectionGroup.Select(
            recording, collection => collection is { Induced: true, Generation: Generations.Gen2, Kind: CollectionKind.Blocking });
        List<Evidence> evidence =
        [
            Evidence.Count("induced_collections", $"induced collections (gc {induced.Numbers})", induced.Count, "collections"),
            Evidence.Time("pause_total_ms", "total pause time of these", induced.PauseTotalNanoseconds),
            Evidence.Time("pause_max_ms", $"longest pause (gc {induced.LongestNumber})", induced.PauseMaxNanoseconds),
            Evidence.Percent("share_of_pauses_percent", "share of all pause time", 100 * share),
        ];
        if (blockingGen2.Count > 0)
        {
            evidence.Add(Evidence.Count(
                "induced_blocking_gen2_collections",
                $"of these, blocking gen2 (gc {blockingGen2.Numbers})", blockingGen2.Count, "collections"));
        }

        foreach (var (cause, count) in induced.Causes)
        {
            evidence.Add(Evidence.Count(
                "cause_collections", $"of these, with the runtime's reason {cause}: {Meaning(cause)}", count, "collections"));
        }

        foreach (var call in (recording.InducedBy ?? []).Where(call => call.Count > 0).Take(CallersShown))
        {
            evidence.Add(Evidence.Count(
                "caller_collections", $"of these, induced by {Chain(call)}{Cost(call)}", call.Count, "collections"));
        }

        var regions = Total.Sum(recording.InducedBy ?? [], call => call.WithoutCollection);
        if (regions.Value > 0) evidence.Add(Evidence.Count("no_gc_region_calls", WithoutCollection, regions, "calls"));
        return evidence;
    }

    private static List<Advice> AdviceFor(Recording recording, CollectionGroup induced)
    {
        var notForced = induced.Causes.Where(cause => cause.Cause == DotNetReasons.InducedNotForced).Sum(cause => cause.Count);
        var pressure = ExplicitCalls.ArePressure(recording);
        List<Advice> advice = pressure ? [TruePressure] :
        [
            recording.InducedBy is [var first, ..] && Regions(first) ? NoRegions
                : recording.InducedBy is [{ Count: > 0 } asking, ..]
                ? new($"Remove the call in {Asking(asking)}, or relax the limit or timer that triggers it, if there is enough memory.")
                : new("Find the caller and remove the call. Look for GC.Collect in the application and its libraries, "
                    + "for caches with a memory limit (System.Runtime.Caching.MemoryCache with "
                    + "cacheMemoryLimitMegabytes or physicalMemoryLimitPercentage), and for monitors of the "
                    + "process's memory. Raise such a limit if there is enough memory."),
            new(
                "If the call must stay, let the collector decide whether to collect, without blocking (.NET Core 1.0 and later).",
                Code: "GC.Collect(2, GCCollectionMode.Optimized, blocking: false);"),
        ];
        if (notForced > 0 && !pressure)
        {
            advice.Add(TruePressure with { Text = $"InducedNotForced also comes from native memory. {TruePressure.Text}" });
        }

        return advice;
    }

    /// <summary>The call chain, starting at the method that induced the collection.</summary>
    private static string Chain(InducedCall call) =>
        string.Join(" ← ", call.Stack.Where(method => !InducedChain.IsCollector(method)).Take(FramesShown));

    private static readonly Advice TruePressure = new(
        "GC.AddMemoryPressure starts a collection whenever the announced native memory has grown much. Call it with the true size of the "
        + "native memory, once for each object, and pair it with GC.RemoveMemoryPressure. Dispose native objects (bitmaps, handles) "
        + "instead of leaving them to finalizers, which take the pressure back only after another collection.",
        Code: "GC.AddMemoryPressure(bytes); // bytes that malloc or mmap returned\n\n"
            + "public void Dispose() { Free(); GC.RemoveMemoryPressure(bytes); GC.SuppressFinalize(this); }");

    private static readonly Advice NoRegions = new(
        "GC.TryStartNoGCRegion first collects as much as it needs to guarantee the requested memory. Call it rarely and outside requests. "
        + "Request only what the section really allocates, or allocate nothing there and remove the call.");

    /// <summary>TryStartNoGCRegion itself is inlined into its caller: only System.GC.StartNoGCRegionWorker is left in the stack.</summary>
    private static bool Regions(InducedCall call) =>
        call.Stack.Any(method => method.StartsWith("System.GC.", StringComparison.Ordinal)
            && method.Contains("NoGCRegion", StringComparison.Ordinal));

    /// <summary>The cost and mode of a caller's collections, in brackets; empty where its pauses are unknown.</summary>
    private static string Cost(InducedCall call)
    {
        if (call is not { PauseNanoseconds: { } all, LongestNanoseconds: { } longest }) return "";
        var how = Regions(call) ? ", by GC.TryStartNoGCRegion" : call.Mode is { } mode ? $", {mode}: {Meaning(mode)}" : "";
        return $" ({Quantities.Duration(all)} of pauses, the longest {Quantities.Duration(longest)}{how})";
    }

    private static string Asking(InducedCall call) => InducedChain.From(call).AskedBy ?? call.Stack[^1];

    private static string Meaning(string cause) => cause switch
    {
        "Induced" => Runtimes.TraitsOf(Runtimes.DotNet).InducingCall!,
        DotNetReasons.InducedNotForced => "GC.Collect with GCCollectionMode.Optimized or blocking: false, or GC.AddMemoryPressure",
        DotNetReasons.InducedCompacting => "GC.Collect with compacting: true",
        DotNetReasons.InducedAggressive => "GC.Collect with GCCollectionMode.Aggressive",
        _ => "induced by code",
    };
}
