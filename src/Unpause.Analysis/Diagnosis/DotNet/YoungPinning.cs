using Unpause.Analysis;
using Unpause.Analysis.Statistics;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Pinned objects among the young: each collection of gen0 meets them, keeps them and what lies beside them where they are, and plans
/// around them, so that they cost time again and again although nothing of them is garbage.
/// </summary>
internal sealed class YoungPinning : Rule
{
    private static readonly Threshold Many = Threshold.Count(
        "fewest pinned objects that a young collection meets", 100, "objects", "a handful of buffers in flight is what pinning is for");

    private static readonly Threshold LeastOfSurvivors = Threshold.Percent(
        "least share of what survives that lies beside pinned objects", 30, "below it most of the work is copying other objects");

    private static readonly Threshold Notable = Threshold.Percent(
        "least share of the time in these collections", 3, "below it there is nothing to win (mem-doc)");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 10, "above it the collector is what to work on first (mem-doc)");

    private static readonly Threshold Fewest = Threshold.Count("fewest young collections", 10, "collections", "a median of fewer is "
        + "chance");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "young-pinning",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"Young collections meet {Many} pinned or more, in the median; {LeastOfSurvivors} or more of what survives them "
            + "lies beside "
            + $"these, and they take {Notable} of the time or more.",
        Background = "A pinned object may not be moved. Among the young ones each collection must find it, leave it and what lies "
            + "around it "
            + "in place, and build free lists around it. Buffers pinned for input and output, and handles that are freed late, make young "
            + "collections slow although little else survives.",
        Thresholds = [Many, LeastOfSurvivors, Notable, High, Fewest],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "allocate buffers that stay pinned in the pinned object heap",
            "rent them from a pool, or slice one large buffer",
            "pin for the call only, and free the handle at once",
        ],
        Confidence = Confidence.Certain("the runtime counts the pinned objects and what survives beside them"),
        Versions = ".NET 5 and later (pinned object heap).",
        Sources =
        [
            "dotnet/runtime, GCHeapStats (PinnedObjectCount) and GCPerHeapHistory_V3 (PinnedSurv)",
            "Microsoft Learn, GC.AllocateUninitializedArray",
            "Maoni Stephens (author of the collector), mem-doc: https://github.com/Maoni0/mem-doc",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var young = CollectionGroup.Of(recording, IsYoung);
        var percent = young.PercentOfTime ?? 0;
        if (young.Count < Fewest.Value || percent < Notable.Value) return Verdict.Silent;
        var (pinned, beside, survived) = Of(recording);
        if (pinned.Count < Fewest.Value || survived.Value == 0) return Verdict.Silent;
        var median = Median.Of(pinned);
        var share = (double)beside.Value / survived.Value;
        if (median < Many.Value || share < LeastOfSurvivors.Share) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"Young collections meet {Quantities.Count(median)} pinned objects each and take {Quantities.Percent(percent)} of the time",
            [
                Evidence.Count(
                    "median_pinned_objects", "pinned objects that a gen0 or gen1 collection met, median (GCHeapStats)", median, "objects"),
                Evidence.Size(
                    "beside_pins_bytes",
                    "bytes that survived in place because a pinned object lay among them (per-heap histories)", beside),
                Evidence.Percent("beside_pins_percent", "share of all that survived these collections", 100 * share),
                Evidence.Count("young_collections", $"blocking gen0 and gen1 collections (gc {young.Numbers})", young.Count, "collections"),
                Evidence.Time("pause_total_ms", "all their pauses", young.PauseTotalNanoseconds),
                Evidence.Percent("share_of_recording_percent", "share of the recording's time in them", percent),
            ],
            [
                new(
                    "Allocate buffers that stay pinned in the pinned object heap, which young collections don't look at (.NET 5 and "
                        + "later).",
                    Code: "var buffer = GC.AllocateUninitializedArray<byte>(size, pinned: true);"),
                new(
                    "Make fewer of them: rent buffers from a pool that keeps them, or slice one large one; a buffer above 85,000 "
                        + "bytes is a "
                    + "large object and pinned at no cost.",
                    Code: "var buffer = ArrayPool<byte>.Shared.Rent(size);\ntry { … }\nfinally { ArrayPool<byte>.Shared.Return(buffer); }"),
                new(
                    "Pin as shortly as can be: `fixed` around the call only, and free GCHandle and MemoryHandle as soon as the input or "
                    + "output is done. Where a stream is waited for with a pinned buffer, wait first with an empty one (a read of no "
                    + "bytes)."),
            ],
            $"Up to {Quantities.Duration(young.PauseTotalNanoseconds * share)}, the pinned share of these pauses.",
            Gain.PausesUpTo(process, young.PauseTotalNanoseconds * share)));
    }

    private static bool IsYoung(Collection collection) => collection is
    {
        Generation: Generations.Gen0 or Generations.Gen1,
        Kind: CollectionKind.Blocking,
    };

    private static (List<long> Pinned, Total Beside, Total Survived) Of(Recording recording)
    {
        var pinned = new List<long>();
        Total beside = default, survived = default;
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            if (!IsYoung(recording.Collections[i]) || recording.Facts is not { } facts) continue;
            if (facts.Of(i, CollectionFact.PinnedObjects) is not { } met) continue;
            if (facts.Of(i, CollectionFact.PinnedSurvivedBytes) is not { } kept) continue;
            pinned.Add(met);
            beside += kept;
            survived += facts.Of(i, DotNetSpaces.Gen0, SpaceFact.Survived) ?? 0;
            survived += facts.Of(i, DotNetSpaces.Gen1, SpaceFact.Survived) ?? 0;
        }

        return (pinned, beside, survived);
    }
}
