using Unpause.Analysis;
using Unpause.Analysis.Statistics;
using Unpause.Recordings;
using Unpause.Recordings.Allocations;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Leak or traffic? Gen2 stays about the same size, and yet several times that size dies in it: objects live just long
/// enough to be promoted. It costs copying on the way in and marking of the rest on the way out.
/// </summary>
internal sealed class Gen2Traffic : Rule
{
    private const int SitesShown = 3;
    private const int FramesShown = 4;

    private static readonly Threshold Turnover = Threshold.Times(
        "least turnover", 3, "what dies, against what stays: with less it may be a heap that is being filled or emptied");

    private static readonly Threshold LeastDied = Threshold.Mebibytes(
        "least bytes that die in gen2", 100, "below it the copying costs nothing that shows");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest gen2 collections", 6, "collections", "fewer can't tell traffic from a program that just starts");

    private static readonly Threshold Notable = Threshold.Percent(
        "least share of the time in pauses", 3, "below it there is nothing to win (mem-doc)");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time in pauses that makes the finding high", 10, "above it the collector is what to work on first (mem-doc)");

    private static readonly Threshold MostGrowth = Threshold.Times(
        "most that the last gen2 may be larger than the median", 1.5, "more is growth, which another rule judges");

    private static readonly Threshold LeastOfDeaths = Threshold.Percent(
        "least share of the deaths for a place to be named", 1, "smaller ones are noise of the sampling");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "gen2-traffic",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"At least {Turnover} what stays in gen2, and {LeastDied}, die there while it does not grow: objects are promoted only "
            + "to die.",
        Background = "Leak or traffic? Gen2 stays about the same size, and yet several times that size dies in it: objects live just long "
            + "enough to be promoted. It costs copying on the way in, and marking of the rest on the way out.",
        Thresholds = [Turnover, LeastDied, Fewest, Notable, High, MostGrowth, LeastOfDeaths],
        Needs = [DotNetNeeds.Collections],
        Helps = [DotNetNeeds.Allocations, DotNetNeeds.Gen2Deaths],
        Advises =
        [
            "shorten the time for which objects are held: queues, batches, caches with short entries, state across awaits",
            "give gen0 room for what is held",
            "keep the memory and reuse it: pools, structs in arrays",
        ],
        FollowsFrom = ["young-pinning", "memory-limit-pressure"],
        Versions = ".NET 5 and later.",
        Sources =
        [
            "Maoni Stephens (author of the collector), mem-doc: https://github.com/Maoni0/mem-doc",
            "dotnet/runtime, per-heap histories (GCPerHeapHistory_V3)",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var gen2 = Gen2Of(recording);
        var percent = 100 - (process.Summary.Pauses.ThroughputPercent ?? 100);
        if (gen2.Collections < Fewest.Value || percent < Notable.Value) return Verdict.Silent;
        if (gen2.Died < LeastDied.Value || gen2.Died < gen2.MedianLeft * Turnover.Value || gen2.Last > MostGrowth.Value * gen2.MedianLeft)
        {
            return Verdict.Silent;
        }

        List<Evidence> evidence =
        [
            Evidence.Size(
                "gen2_died_bytes",
                "bytes of small objects that died in gen2, at least (before less survived, per-heap histories)", gen2.Died),
            Evidence.Size("gen2_left_bytes", "left in gen2 after its collections, median", gen2.MedianLeft),
            Evidence.Count("gen2_collections", "gen2 collections", gen2.Collections, "collections"),
        ];
        if (process.Summary.Heap.PromotionRateBytesPerSecond is { } rate)
        {
            evidence.Add(Evidence.Rate("promotion_bytes_per_s", "promotion rate", rate));
        }

        evidence.Add(Evidence.Percent("paused_percent", "share of the recording's time in pauses", percent));
        evidence.AddRange(Places(recording));
        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"{Quantities.Bytes(gen2.Died)} of small objects died in gen2, which keeps "
            + $"only {Quantities.Bytes(gen2.MedianLeft)}: traffic, no leak",
            evidence,
            AdviceFor(recording),
            null)
        {
            TimeBack = CopyingTime.Of(
                process, CopyingTime.CopiesToGen2 * (double)gen2.Died.Value, "pauses of collections that copy what dies in gen2"),
        });
    }

    /// <summary>Who made them: those that died in gen2 where they were followed, else all that are allocated.</summary>
    private static IEnumerable<Evidence> Places(Recording recording)
    {
        var (word, sites) = recording.Gen2Deaths is { Sites.Count: > 0 } deaths
            ? ("died in gen2, followed by address", deaths.Sites.Where(site => site.Bytes >= deaths.DiedBytes * LeastOfDeaths.Share))
            : ("allocated, dead early or late", recording.Allocations?.Sites ?? []);
        return sites
            .Where(site => site.Heap == AllocationHeap.Small)
            .GroupBy(site => $"{word}: {site.Type} from {string.Join(" ← ", site.Stack.Take(FramesShown))}", StringComparer.Ordinal)
            .Select(place => Evidence.Size("site_bytes", place.Key, Total.Of(place, site => site.Bytes)))
            .OrderByDescending(place => place.Value)
            .Take(SitesShown);
    }

    private static List<Advice> AdviceFor(Recording recording)
    {
        var room = Gen0Room.Setting(recording);
        List<Advice> advice =
        [
            new(
                "Something holds objects for some collections and lets them go: a queue, a cache with short entries, batches, state "
                + "across awaits. Shorten that time"
                + (room is null ? "." : $", or let them die in gen0 by giving it room for what is held ({Gen0Room.Where})."),
                room),
            new(
                "Or keep the memory and reuse it: a ring of preallocated entries or structs in an array, ObjectPool<T>, ArrayPool<T>.",
                Code: "var entry = pool.Get();\ntry { … }\nfinally { pool.Return(entry); }"),
        ];
        if (recording.Gen2Deaths is null)
        {
            advice.Add(new(
                "To see which code makes those that die in gen2, follow them for 10 s (costs about a fifth of the "
                + "program's speed meanwhile).",
                Code: "unpause record PID --gen2-deaths"));
        }

        return advice;
    }

    private static (int Collections, Total Died, long MedianLeft, long Last) Gen2Of(Recording recording)
    {
        var left = new List<long>();
        var died = default(Total);
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            if (recording.Collections[i].Generation != Generations.Gen2) continue;
            if (recording.Facts?.Of(i, DotNetSpaces.Gen2, SpaceFact.Before) is not { } before) continue;
            var survived = recording.Facts.Of(i, DotNetSpaces.Gen2, SpaceFact.Survived) ?? before;
            died += Math.Max(0, before - survived);
            left.Add(survived);
        }

        if (left.Count == 0) return default;
        return (left.Count, died, Median.Of(left), left[^1]);
    }
}
