using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Leak or traffic? Gen2 stays about the same size, and yet several times that size dies in it: objects live just long
/// enough to be promoted. It costs copying on the way in and marking of the rest on the way out.
/// </summary>
public sealed class Gen2Traffic : Rule
{
    private const int FewestCollections = 6;
    private const double LeastTurnover = 3;
    private const long LeastDiedBytes = 100L * 1024 * 1024;
    private const double NotablePercent = 3;
    private const int SitesShown = 3;
    private const int FramesShown = 4;
    private const double LeastShareOfDeaths = 0.01;

    /// <inheritdoc/>
    public override string Id => "gen2-traffic";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "Three times what lives in gen2, and 100 MiB, die there, while it does not grow: objects are promoted only to die.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var gen2 = Gen2Of(recording);
        var percent = 100 - (process.Summary.Pauses.ThroughputPercent ?? 100);
        if (gen2.Collections < FewestCollections || percent < NotablePercent) return Verdict.Silent;
        if (gen2.Died < LeastDiedBytes || gen2.Died < gen2.MedianLeft * LeastTurnover || gen2.Last > 1.5 * gen2.MedianLeft) return Verdict.Silent;
        List<Evidence> evidence =
        [
            new("bytes of small objects that died in gen2, at least (before less survived, per-heap histories)", gen2.Died, "bytes"),
            new("left in gen2 after its collections, median", gen2.MedianLeft, "bytes"),
            new("gen2 collections", gen2.Collections, "collections"),
        ];
        if (process.Summary.Heap.PromotionRateBytesPerSecond is { } rate) evidence.Add(new("promotion rate", Math.Round(rate), "bytes per second"));
        evidence.Add(new("share of the recording's time in pauses", Math.Round(percent, 2), "percent"));
        evidence.AddRange(Places(recording));
        return Verdict.Found(new Finding(
            Id,
            percent >= 10 ? Severity.High : Severity.Medium,
            $"{Quantities.Bytes(gen2.Died)} of small objects died in gen2, which keeps only {Quantities.Bytes(gen2.MedianLeft)}: traffic, no leak",
            evidence,
            AdviceFor(recording),
            null));
    }

    /// <summary>Who made them: those that died in gen2 where they were followed, else all that are allocated.</summary>
    private static IEnumerable<Evidence> Places(Recording recording)
    {
        var (word, sites) = recording.Gen2Deaths is { Sites.Count: > 0 } deaths
            ? ("died in gen2, followed by address", deaths.Sites.Where(site => site.Bytes >= deaths.DiedBytes * LeastShareOfDeaths))
            : ("allocated, dead early or late", recording.Allocations?.Sites ?? []);
        return sites
            .Where(site => site.Heap == AllocationHeap.Small)
            .GroupBy(site => $"{word}: {site.Type} from {string.Join(" ← ", site.Stack.Take(FramesShown))}", StringComparer.Ordinal)
            .Select(place => new Evidence(place.Key, Total.Of(place, site => site.Bytes), "bytes"))
            .OrderByDescending(place => place.Value)
            .Take(SitesShown);
    }

    private static List<Advice> AdviceFor(Recording recording)
    {
        var server = recording.Source.Collector == "server";
        List<Advice> advice =
        [
            new($"Something holds objects for some collections and lets them go: a queue, a cache with short entries, batches, state across awaits. Shorten that time, or let them die in gen0 by giving it room for what is held ({(server ? "server" : "workstation")} GC; hexadecimal bytes, only in the environment; .NET 5 and later).", server ? "DOTNET_GCgen0size=0x10000000" : "DOTNET_GCgen0size=0x4000000"),
            new("Or keep the memory and reuse it: a ring of preallocated entries or structs in an array, ObjectPool<T>, ArrayPool<T>.", Code: "var entry = pool.Get();\ntry { … }\nfinally { pool.Return(entry); }"),
        ];
        if (recording.Gen2Deaths is null) advice.Add(new("To see which code makes those that die in gen2, follow them for 10 s (costs about a fifth of the program's speed meanwhile).", Code: "unpause record PID --gen2-deaths"));
        return advice;
    }

    private static (int Collections, Total Died, long MedianLeft, long Last) Gen2Of(Recording recording)
    {
        var left = new List<long>();
        var died = default(Total);
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            if (recording.Collections[i].Generation != Generations.Gen2) continue;
            if (recording.Facts?.Of(i, HeapSpace.Gen2, SpaceFact.Before) is not { } before) continue;
            var survived = recording.Facts.Of(i, HeapSpace.Gen2, SpaceFact.Survived) ?? before;
            died += Math.Max(0, before - survived);
            left.Add(survived);
        }

        if (left.Count == 0) return default;
        return (left.Count, died, Median.Of(left), left[^1]);
    }
}
