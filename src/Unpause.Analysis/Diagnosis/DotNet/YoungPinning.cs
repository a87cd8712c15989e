namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Pinned young objects. Each gen0 collection must find them, leave them and their neighbours in place, and plan around them. They cost
/// time in each collection although they are live.
/// </summary>
internal sealed class YoungPinning : Rule
{
    private static readonly Threshold Many = Threshold.Count(
        "minimum pinned objects per young collection, median", 100, "objects", "a few buffers in flight are what pinning is for");

    private static readonly Threshold LeastOfSurvivors = Threshold.Percent(
        "minimum share of survivors kept in place by pinning", 30, "below this most of the work is copying other objects");

    private static readonly Threshold Notable = Threshold.Percent(
        "minimum share of time in these collections", 3, "below this there is little to gain (mem-doc)");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time that makes the finding high", 10, "above this, GC is the first thing to improve (mem-doc)");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of young collections", 10, "collections", "a median of fewer is noise");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "young-pinning",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"At least {Many} are pinned in each young collection (median). Pinning keeps at least {LeastOfSurvivors} of the "
            + $"survivors in place, and young collections take at least {Notable} of the time.",
        Background = "A pinned object must not be moved. Each young collection must find it, leave it and its neighbours "
            + "in place, and build free lists around it. Buffers pinned for I/O, and handles freed late, make young "
            + "collections slow although little else survives.",
        Thresholds = [Many, LeastOfSurvivors, Notable, High, Fewest],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "allocate long-lived pinned buffers in the pinned object heap",
            "rent them from a pool, or slice one large buffer",
            "pin for the duration of the call only, and free the handle at once",
        ],
        Confidence = Confidence.Certain("the runtime counts the pinned objects and the bytes kept in place by pinning"),
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
        var young = CollectionGroup.Select(recording, IsYoung);
        var percent = young.PercentOfTime ?? 0;
        if (young.Count < Fewest.Value || percent < Notable.Value) return Verdict.Silent;
        var (pinned, beside, survived) = Measure(recording);
        if (pinned.Count < Fewest.Value || survived.Value == 0) return Verdict.Silent;
        var median = Median.Compute(pinned);
        var share = (double)beside.Value / survived.Value;
        if (median < Many.Value || share < LeastOfSurvivors.Share) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"{Quantities.Count(median)} pinned objects per young collection; young collections take "
                + $"{Quantities.Percent(percent)} of the time",
            [
                Evidence.Count(
                    "median_pinned_objects", "pinned objects per gen0 or gen1 collection, median (GCHeapStats)", median, "objects"),
                Evidence.Size(
                    "pinned_survived_bytes",
                    "bytes that survived in place because of pinned objects (per-heap histories)", beside),
                Evidence.Percent("pinned_survived_percent", "share of all survivors of these collections", 100 * share),
                Evidence.Count("young_collections", $"blocking gen0 and gen1 collections (gc {young.Numbers})", young.Count, "collections"),
                Evidence.Time("pause_total_ms", "total pause time of these", young.PauseTotalNanoseconds),
                Evidence.Percent("share_of_recording_percent", "share of the recording's time in these", percent),
            ],
            [
                new(
                    "Allocate the buffers once, in the pinned object heap, and reuse them: young collections do not scan it (.NET 5 and "
                    + "later). To allocate there for each operation costs more than pinning.",
                    Code: "var pool = Enumerable.Range(0, n).Select(_ => GC.AllocateUninitializedArray<byte>(size, pinned: true));"),
                new(
                    "Pin fewer objects: rent buffers from a pool that keeps them, or slice one large buffer. A buffer above 85,000 bytes "
                        + "is a large object, and pinning it costs young collections nothing.",
                    Code: "var buffer = ArrayPool<byte>.Shared.Rent(size);\ntry { … }\nfinally { ArrayPool<byte>.Shared.Return(buffer); }"),
                new(
                    "Pin for as short a time as possible: use `fixed` around the call only, and free GCHandle and MemoryHandle as "
                    + "soon as the I/O is done. To wait for data from a stream, first read with an empty buffer (zero bytes), "
                    + "and pin a buffer only when data is there."),
            ],
            $"Saves up to {Quantities.Duration(young.PauseTotalNanoseconds * share)}: the share of these pauses caused by pinning.",
            Gain.PausesUpTo(process, young.PauseTotalNanoseconds * share)),
            young);
    }

    private static bool IsYoung(Collection collection) => collection is
    {
        Generation: Generations.Gen0 or Generations.Gen1,
        Kind: CollectionKind.Blocking,
    };

    private static (List<long> Pinned, Total Beside, Total Survived) Measure(Recording recording)
    {
        var pinned = new List<long>();
        Total beside = default, survived = default;
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            if (!IsYoung(recording.Collections[i]) || recording.Facts is not { } facts) continue;
            if (facts.Get(i, CollectionFact.PinnedObjects) is not { } met) continue;
            if (facts.Get(i, CollectionFact.PinnedSurvivedBytes) is not { } kept) continue;
            pinned.Add(met);
            beside += kept;
            survived += facts.Get(i, DotNetSpaces.Gen0, SpaceFact.Survived) ?? 0;
            survived += facts.Get(i, DotNetSpaces.Gen1, SpaceFact.Survived) ?? 0;
        }

        return (pinned, beside, survived);
    }
}
