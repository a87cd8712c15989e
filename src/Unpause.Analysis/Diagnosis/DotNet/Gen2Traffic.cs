using Unpause.Recordings.Allocations;

namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Turnover, not a leak: the size of gen2 stays about the same, but several times that size dies in it. Objects live just long enough
/// to be promoted. Each is copied into gen2, and each gen2 collection marks the rest.
/// </summary>
internal sealed class Gen2Traffic : Rule
{
    private const int SitesShown = 3;
    private const int FramesShown = 4;

    private static readonly Threshold Turnover = Threshold.Times(
        "minimum turnover", 3, "bytes that die, relative to bytes that survive; with less the heap may be filling or emptying");

    private static readonly Threshold LeastDied = Threshold.Mebibytes(
        "minimum bytes that die in gen2", 100, "below this the cost of copying is not visible");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of gen2 collections", 6, "collections", "fewer cannot distinguish turnover from a start-up phase");

    private static readonly Threshold Notable = Threshold.Percent(
        "minimum share of time in pauses", 3, "below this there is little to gain (mem-doc)");

    private static readonly Threshold High = Threshold.Percent(
        "share of the time in pauses that makes the finding high", 10, "above this, GC is the first thing to improve (mem-doc)");

    private static readonly Threshold MostGrowth = Threshold.Times(
        "maximum of the last gen2 size, relative to the median", 1.5, "more is growth: growing-gen2 judges it");

    private static readonly Threshold LeastOfDeaths = Threshold.Percent(
        "minimum share of the deaths for a site to be listed", 1, "smaller shares are sampling noise");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "gen2-traffic",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"At least {Turnover} the bytes that survive in gen2, and at least {LeastDied}, die there, while gen2 does "
            + "not grow: objects are promoted and then die.",
        Background = "This is turnover, not a leak. The size of gen2 stays about the same, but several times that size "
            + "dies in it, because objects live just long enough to be promoted. Each object is copied into gen2, and "
            + "each gen2 collection marks the live objects again.",
        Thresholds = [Turnover, LeastDied, Fewest, Notable, High, MostGrowth, LeastOfDeaths],
        Needs = [DotNetNeeds.Collections],
        Helps = [DotNetNeeds.Allocations, DotNetNeeds.Gen2Deaths],
        Advises =
        [
            "shorten the lifetime of these objects: queues, batches, caches that expire after seconds, state across awaits",
            "enlarge gen0 for the objects that are retained for a while",
            "reuse the memory: pools, structs in arrays",
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
                "bytes of small objects that died in gen2, at least (size before minus survived, per-heap histories)", gen2.Died),
            Evidence.Size("gen2_survived_bytes", "survived in gen2, median", gen2.MedianLeft),
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
            $"{Quantities.Bytes(gen2.Died)} of small objects died in gen2, whose survivors take only "
            + $"{Quantities.Bytes(gen2.MedianLeft)}: promoted too early, not a leak",
            evidence,
            AdviceFor(recording),
            null)
        {
            TimeBack = CopyingTime.Estimate(
                process, CopyingTime.CopiesToGen2 * (double)gen2.Died.Value, "pauses of collections that copy objects which die in gen2"),
        });
    }

    /// <summary>Allocation sites: of objects that died in gen2 where these were tracked, else of all sampled objects.</summary>
    private static IEnumerable<Evidence> Places(Recording recording)
    {
        var (word, sites) = recording.Gen2Deaths is { Sites.Count: > 0 } deaths
            ? ("died in gen2, tracked by address", deaths.Sites.Where(site => site.Bytes >= deaths.DiedBytes * LeastOfDeaths.Share))
            : ("allocated (sampled), whenever they died", recording.Allocations?.Sites ?? []);
        return sites
            .Where(site => site.Heap == AllocationHeap.Small)
            .GroupBy(site => $"{word}: {site.Type} from {string.Join(" ← ", site.Stack.Take(FramesShown))}", StringComparer.Ordinal)
            .Select(place => Evidence.Size("site_bytes", place.Key, Total.Sum(place, site => site.Bytes)))
            .OrderByDescending(place => place.Value)
            .Take(SitesShown);
    }

    private static List<Advice> AdviceFor(Recording recording)
    {
        var room = Gen0Room.Setting(recording);
        List<Advice> advice =
        [
            new(
                "Something retains objects for several collections and then releases them: a queue, a cache that expires after seconds, "
                + "batches, state across awaits. Shorten their lifetime"
                + (room is null ? "." : $", or enlarge gen0, so that they die there ({Gen0Room.Where})."),
                room),
            new(
                "Or reuse the memory: a ring of preallocated entries or structs in an array, ObjectPool<T>, ArrayPool<T>.",
                Code: "var entry = pool.Get();\ntry { … }\nfinally { pool.Return(entry); }"),
        ];
        if (recording.Gen2Deaths is null)
        {
            advice.Add(new(
                "To see which code allocates the objects that die in gen2, track them for 10 s (slows the "
                + "process down by about a fifth meanwhile).",
                Code: "unpause record PID --gen2-deaths"));
        }

        return advice;
    }

    private static (int Collections, Total Died, long MedianLeft, long Last) Gen2Of(Recording recording)
    {
        var sizes = Gen2Sizes.Read(recording).ToList();
        return sizes.Count == 0 ? default
            : (sizes.Count, Total.Sum(sizes, size => size.Died), Median.Compute(sizes.Select(size => size.Survived)), sizes[^1].Survived);
    }
}
