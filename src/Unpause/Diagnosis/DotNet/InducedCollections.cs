using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Collections that code asked for. The collector knows better when to collect; a call comes from a library, a memory
/// monitor, or <c>GC.AddMemoryPressure</c>, often unknown to the program's authors.
/// </summary>
public sealed class InducedCollections : Rule
{
    private const int Few = 2;
    private const long LongNanoseconds = 50_000_000;
    private const double HighShareOfPauses = 0.25;
    private const int CallersShown = 3;
    private const int FramesShown = 6;

    /// <inheritdoc/>
    public override string Id => "induced-collections";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "Code asks for collections (GC.Collect, GC.AddMemoryPressure, a memory monitor): more than two, or one that pauses for 50 ms.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var induced = CollectionPauses.Of(recording, collection => collection.Induced);
        if (induced.Count == 0 || (induced.Count <= Few && induced.MaxNanoseconds < LongNanoseconds)) return Verdict.Silent;
        var share = process.Summary.Pauses.TotalNanoseconds > 0 ? (double)induced.TotalNanoseconds / process.Summary.Pauses.TotalNanoseconds : 0;
        var severity = induced.MaxNanoseconds >= LongNanoseconds || share >= HighShareOfPauses ? Severity.High : Severity.Medium;
        return Verdict.Found(new Finding(
            Id,
            severity,
            $"{Quantities.Count(induced.Count)} of {Quantities.Count(recording.Collections.Count)} collections were asked for by code; they paused the program for {Quantities.Duration(induced.TotalNanoseconds)}",
            EvidenceOf(recording, induced, share),
            AdviceFor(recording, induced),
            $"Without these calls their {Quantities.Duration(induced.TotalNanoseconds)} of pauses go away; the collections that the allocations really need stay (at most {Quantities.Count(recording.Collections.Count - induced.Count)} here, and some of them may come earlier)."));
    }

    private static List<Evidence> EvidenceOf(Recording recording, CollectionPauses induced, double share)
    {
        var blockingGen2 = CollectionPauses.Of(recording, collection => collection is { Induced: true, Generation: Generations.Gen2, Kind: CollectionKind.Blocking });
        List<Evidence> evidence =
        [
            new($"induced collections ({induced.Cited})", induced.Count, "collections"),
            new("all their pauses", Math.Round(induced.TotalNanoseconds / 1e6, 3), "ms"),
            new($"the longest (gc {induced.LongestNumber})", Math.Round(induced.MaxNanoseconds / 1e6, 3), "ms"),
            new("share of all pause time", Math.Round(100 * share, 1), "percent"),
        ];
        if (blockingGen2.Count > 0) evidence.Add(new($"of them blocking gen2 ({blockingGen2.Cited})", blockingGen2.Count, "collections"));
        foreach (var (cause, count) in induced.Causes) evidence.Add(new($"of them with the runtime's reason {cause}: {Meaning(cause)}", count, "collections"));
        foreach (var call in (recording.InducedBy ?? []).Take(CallersShown)) evidence.Add(new($"of them asked for by {Chain(call)}", call.Count, "collections"));
        return evidence;
    }

    private static List<Advice> AdviceFor(Recording recording, CollectionPauses induced)
    {
        List<Advice> advice =
        [
            recording.InducedBy is [var first, ..]
                ? new($"Remove the call in {Asking(first)}, or make the limit or timer behind it wider, if the memory is there.")
                : new("Find the caller and remove the call: look for GC.Collect in the program and its libraries, for caches with a memory limit (System.Runtime.Caching.MemoryCache with cacheMemoryLimitMegabytes or physicalMemoryLimitPercentage), and for monitors that watch the process's memory; raise such a limit if the memory is there."),
            new("If a call must stay, let the collector decide and don't wait for it (.NET Core 1.0 and later).", Code: "GC.Collect(2, GCCollectionMode.Optimized, blocking: false);"),
        ];
        if (induced.Causes.Any(cause => cause.Cause == DotNetReasons.InducedNotForced))
        {
            advice.Add(new("InducedNotForced also comes from GC.AddMemoryPressure: call it with the true size of the native memory, pair it with GC.RemoveMemoryPressure, and dispose native objects (bitmaps, handles) instead of leaving them to finalizers."));
        }

        return advice;
    }

    /// <summary>The methods from the one that asked outwards.</summary>
    private static string Chain(InducedCall call) => string.Join(" ← ", call.Stack.Where(method => !InducedChain.IsCollector(method)).Take(FramesShown));

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
