namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>Fragmentation of gen2: committed but free memory between objects, usually because pinned objects cannot be moved.</summary>
internal sealed class FragmentedGen2 : Rule
{
    private static readonly Threshold LeastFree = Threshold.Percent(
        "minimum free share of gen2", 40, "a sweeping collector leaves about a quarter free; more is fragmentation");

    private static readonly Threshold LeastBytes = Threshold.Mebibytes("minimum free space", 20, "less memory is not worth a change");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of gen2 collections", 3, "collections", "a median of fewer is noise");

    private static readonly Threshold ManyPinned = Threshold.Count(
        "many pinned objects", 100, "objects", "a few pinned buffers do not cause notable fragmentation");

    private static readonly Threshold Refilled = Threshold.Times(
        "bytes that died in gen2, relative to its free space, from which that space is in use without pinned objects", 3,
        "objects are promoted into it and die there: measured, conserving memory then saves none");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "fragmented-gen2",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"At least {LeastFree} of gen2, and at least {LeastBytes}, is free space between objects after gen2 collections.",
        Background = "Gen2 is fragmented: memory is committed but not used. Most free blocks lie "
            + "between pinned objects, which cannot be moved.",
        Thresholds = [LeastFree, LeastBytes, Fewest, ManyPinned, Refilled],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "allocate long-lived pinned buffers in the pinned object heap",
            "let the collector compact fragmented memory",
        ],
        FollowsFrom = ["young-pinning"],
        Versions = ".NET 5 and later (pinned object heap), .NET 6 and later (ConserveMemory).",
        Sources =
        [
            "Microsoft Learn, Runtime configuration options for garbage collection (Conserve memory)",
            "Microsoft Learn, GC.AllocateUninitializedArray",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var (free, size) = AfterGen2(recording);
        if (free.Count < Fewest.Value) return Verdict.Silent;
        var medianFree = Median.Compute(free);
        var share = Median.Compute(free.Select((bytes, i) => size[i] > 0 ? bytes / size[i] : 0));
        if (share < LeastFree.Share || medianFree < LeastBytes.Value) return Verdict.Silent;
        var pinned = MostPinned(recording);
        var died = Gen2Sizes.Read(recording).Sum(sizes => (double)sizes.Died);
        if (pinned < ManyPinned.Value && died >= medianFree * Refilled.Value) return Verdict.Silent;
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"{Quantities.Percent(100 * share)} of gen2 is free space between objects ({Quantities.Bytes(medianFree)})",
            [
                Evidence.Size("gen2_free_bytes", "free space in gen2 after gen2 collections, median", medianFree),
                Evidence.Percent("gen2_free_percent", "share of gen2, median", 100 * share),
                Evidence.Count("max_pinned_objects", "most pinned objects in one collection", pinned, "objects"),
                Evidence.Count("gen2_collections", "gen2 collections measured", free.Count, "collections"),
            ],
            AdviceFor(pinned),
            $"Saves up to {Quantities.Bytes(medianFree)} of memory.",
            Gain.UpTo(GainMetrics.RetainedHeap, medianFree, "bytes")));
    }

    private static List<Advice> AdviceFor(double pinned)
    {
        List<Advice> advice = [];
        if (pinned >= ManyPinned.Value)
        {
            advice.Add(new(
                "Pinned objects cause the fragmentation. Allocate long-lived pinned buffers in the pinned object heap (.NET 5 and later), "
                + "or pin one large pooled buffer instead of many small ones.",
                Code: "var buffer = GC.AllocateUninitializedArray<byte>(size, pinned: true);"));
        }

        advice.Add(new("Let the collector compact fragmented memory (0 to 9; .NET 6 and later; hexadecimal in the "
            + "environment). It makes blocking pauses longer and more frequent. In "
            + "runtimeconfig.json: \"System.GC.ConserveMemory\": 5.", "DOTNET_GCConserveMemory=0x5"));
        return advice;
    }

    private static (List<double> Free, List<double> Size) AfterGen2(Recording recording)
    {
        List<double> free = [];
        List<double> size = [];
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            if (recording.Collections[i].Generation != Generations.Gen2) continue;
            if (recording.Facts?.Get(i, DotNetSpaces.Gen2, SpaceFact.After) is not { } used) continue;
            if (recording.Facts.Get(i, DotNetSpaces.Gen2, SpaceFact.Free) is not { } unused) continue;
            free.Add(unused);
            size.Add(used + unused);
        }

        return (free, size);
    }

    private static long MostPinned(Recording recording)
    {
        long most = 0;
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            most = Math.Max(most, recording.Facts?.Get(i, CollectionFact.PinnedObjects) ?? 0);
        }

        return most;
    }
}
