using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>Holes in the oldest generation: memory that is held and not used, mostly between pinned objects, which cannot be moved.</summary>
public sealed class FragmentedGen2 : Rule
{
    private const double LeastShareFree = 0.4;
    private const double LeastFreeBytes = 20 * 1024 * 1024;
    private const int FewestCollections = 3;
    private const int ManyPinned = 100;

    /// <inheritdoc/>
    public override string Id => "fragmented-gen2";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "40 % of gen2 and 20 MiB are free space between objects after gen2 collections.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var (free, size) = AfterGen2(recording);
        if (free.Count < FewestCollections) return Verdict.Silent;
        var medianFree = Median.Of(free);
        var share = Median.Of(free.Select((bytes, i) => size[i] > 0 ? bytes / size[i] : 0));
        if (share < LeastShareFree || medianFree < LeastFreeBytes) return Verdict.Silent;
        var pinned = MostPinned(recording);
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"{Quantities.Percent(100 * share)} of gen2 is free space between objects ({Quantities.Bytes(medianFree)})",
            [
                new("free space in gen2 after gen2 collections, median", medianFree, "bytes"),
                new("share of gen2, median", Math.Round(100 * share, 1), "percent"),
                new("most pinned objects that a collection met", pinned, "objects"),
                new("gen2 collections looked at", free.Count, "collections"),
            ],
            AdviceFor(pinned),
            $"Up to {Quantities.Bytes(medianFree)} of memory."));
    }

    private static List<Advice> AdviceFor(double pinned)
    {
        List<Advice> advice = [];
        if (pinned >= ManyPinned)
        {
            advice.Add(new("Pinned objects hold the holes open. Allocate long-pinned buffers where they hurt nobody (.NET 5 and later), or pin one large pooled buffer instead of many small ones.", Code: "var buffer = GC.AllocateUninitializedArray<byte>(size, pinned: true);"));
        }

        advice.Add(new("Let the collector compact when it finds holes (0 to 9; .NET 6 and later; hexadecimal in the environment; longer and more blocking pauses). In runtimeconfig.json: \"System.GC.ConserveMemory\": 5.", "DOTNET_GCConserveMemory=0x5"));
        return advice;
    }

    private static (List<double> Free, List<double> Size) AfterGen2(Recording recording)
    {
        List<double> free = [];
        List<double> size = [];
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            if (recording.Collections[i].Generation != Generations.Gen2) continue;
            if (recording.Facts?.Of(i, DotNetSpaces.Gen2, SpaceFact.After) is not { } used) continue;
            if (recording.Facts.Of(i, DotNetSpaces.Gen2, SpaceFact.Free) is not { } unused) continue;
            free.Add(unused);
            size.Add(used + unused);
        }

        return (free, size);
    }

    private static long MostPinned(Recording recording)
    {
        long most = 0;
        for (var i = 0; i < recording.Collections.Count; i++) most = Math.Max(most, recording.Facts?.Of(i, CollectionFact.PinnedObjects) ?? 0);
        return most;
    }
}
