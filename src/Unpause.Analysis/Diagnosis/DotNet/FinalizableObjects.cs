namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Most of what survives young collections is dead: objects with finalizers that were not disposed, and what they reference. Even with
/// quick finalizers they are copied, and freed by a later collection only.
/// </summary>
internal sealed class FinalizableObjects : Rule
{
    private const int TypesShown = 3;

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum dead objects with finalizers", 1_000, "objects", "fewer are streams and handles that a start-up leaves");

    private static readonly Threshold LeastKept = Threshold.Percent(
        "minimum share of what survives young collections that finalizers keep", 50, "then they decide what a collection costs");

    private static readonly Threshold LeastOfTime = Threshold.Percent(
        "minimum share of the recording's time in pauses", 3, "below this there is little to gain (mem-doc)");

    private static readonly Threshold Acting = Threshold.Percent(
        "share of time in pauses that makes the finding high", 10, "GC is the first thing to improve");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "finalizable-objects",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"Dead objects that wait for their finalizers, at least {Fewest}, are at least {LeastKept} of the bytes that survive "
            + $"young collections, and pauses take at least {LeastOfTime} of the time.",
        Background = "A dead object with a finalizer survives the collection that finds it dead, with everything it references: it is "
            + "copied to the next generation, finalized, and freed by a later collection of that generation. Pauses grow with what "
            + "survives. A disposed object whose finalizer is suppressed dies like any other.",
        Thresholds = [Fewest, LeastKept, LeastOfTime, Acting],
        Needs = [DotNetNeeds.Collections],
        Helps = [DotNetNeeds.Allocations, DotNetNeeds.FinalizerEvents],
        Advises =
        [
            "dispose the objects and suppress their finalizers",
            "wrap native resources in a SafeHandle, so that nothing large is kept",
        ],
        IsCuredByCodeAlone = true,
        FollowsFrom = ["finalizer-backlog"],
        Confidence = Confidence.Certain("each collection reports what it keeps for finalizers"),
        Versions = ".NET 5 and later. Types are named where allocations were recorded.",
        Sources =
        [
            "Microsoft Learn, Implement a Dispose method",
            "dotnet/runtime, src/coreclr/gc/gc.cpp (finalization_promoted_bytes; GCHeapStats events)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var pauses = process.Summary.Pauses;
        var percent = 100 - (pauses.ThroughputPercent ?? 100);
        if (percent < LeastOfTime.Value || process.Summary.Collector?.Finalizers is not { } finalizers) return Verdict.Silent;
        if (finalizers.Found < Fewest.Value) return Verdict.Silent;
        var (kept, survived) = Sum(process.Recording, static (_, _) => true);
        if (kept < survived * LeastKept.Share)
        {
            // What is loaded at startup survives, too: the collections count of which such objects are most of the survivors.
            var ofThem = CollectionGroup.Select(process.Recording, MostlyKept);
            if (ofThem.PauseTotalNanoseconds < pauses.TotalNanoseconds * LeastKept.Share) return Verdict.Silent;
            (kept, survived) = Sum(process.Recording, MostlyKept);
        }

        if (survived <= 0) return Verdict.Silent;
        var share = Math.Min(1, kept / survived);
        var types = process.Recording.Finalizers?.Types ?? [];
        return Verdict.Found(new Finding(
            Id,
            percent >= Acting.Value ? Severity.High : Severity.Medium,
            $"{Quantities.Percent(100 * share)} of what survives young collections is dead: {Quantities.Count(finalizers.Found)} objects "
            + "with finalizers were not disposed" + (types is [{ Type: { } most }, ..] ? $", most of them {most}" : ""),
            [
                Evidence.Count(
                    "finalizable_objects", "dead objects kept for their finalizers (GCHeapStats)", finalizers.Found, "objects"),
                Evidence.Size("kept_bytes", "bytes that young collections kept for finalizers, in total", kept),
                Evidence.Percent("kept_percent", "their share of what survives young collections", 100 * share),
                Evidence.Percent("paused_percent", "share of the recording's time in pauses", percent),
                .. types.Take(TypesShown).Select(type => Evidence.Count(
                    "type_objects", $"finalizers started of {type.Type ?? "an unnamed type"} (FinalizeObject)", type.Objects, "objects")),
            ],
            FinalizerBacklog.AdviceFor(types.Count > 0),
            "Pause time falls in proportion to what survives.",
            Gain.PausesUpTo(process, pauses.TotalNanoseconds * share))
        {
            TimeBack = CopyingTime.Estimate(process, kept, "pauses of collections that copy dead objects with finalizers"),
        });

        bool MostlyKept(int index, Collection collection) =>
            collection is { WholeHeap: false, SurvivorBytes: > 0 and var bytes }
            && KeptBy(process.Recording, index) >= bytes * LeastKept.Share;
    }

    private static (double Kept, double Survived) Sum(Recording recording, Func<int, Collection, bool> counts)
    {
        double kept = 0, survived = 0;
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            var collection = recording.Collections[i];
            if (collection is not { WholeHeap: false, SurvivorBytes: { } bytes } || !counts(i, collection)) continue;
            survived += bytes;
            kept += KeptBy(recording, i);
        }

        return (kept, survived);
    }

    private static double KeptBy(Recording recording, int collection) =>
        recording.Facts?.Get(collection, CollectionFact.FinalizableBytes) ?? 0;
}
