namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Young collections spend their time on copying objects that are still in use and die soon after: many times more is copied than the heap
/// has room for. Objects of a queue or a batch live longer than gen0 takes to fill.
/// </summary>
internal sealed class YoungSurvivors : Rule
{
    private static readonly Threshold LeastOfTime = Threshold.Percent(
        "minimum share of the recording's time in pauses", 10, "GC is the first thing to improve (mem-doc)");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of young collections", 6, "collections", "fewer cannot distinguish turnover from a start-up phase");

    private static readonly Threshold LeastOfPauses = Threshold.Percent(
        "minimum share of pause time in them", 60, "else other collections matter more");

    private static readonly Threshold LeastSurvived = Threshold.Percent(
        "minimum share of the allocated bytes that survives them", 20, "most objects of a request die with it");

    private static readonly Threshold Turnover = Threshold.Times(
        "minimum survivors, relative to the largest heap", 3, "so most of them died soon after; with less the heap may be filling");

    private static readonly Threshold Room = Threshold.Times(
        "gen0 to set, relative to what survives a collection", 4, "then a quarter of it is copied; measured, twice as much changes little");

    private static readonly Threshold LeastLarger = Threshold.Times(
        "minimum size to set, relative to what is allocated between two young collections", 2, "less is not worth a setting");

    private static readonly Threshold LargestRoom = Threshold.Mebibytes("maximum gen0 to set", 512, "a collection of more takes long");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "young-survivors",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"Pauses take at least {LeastOfTime} of the time, most of it in young collections, at least {LeastSurvived} of the "
            + $"allocated bytes survive these, and in total {Turnover} the size of the heap: the objects die soon after.",
        Background = "A young collection takes as long as it takes to copy what is still in use. Objects that wait in a queue or a "
            + "batch, or belong to slow requests, live longer than gen0 takes to fill: each is copied once or twice, and dies then. The "
            + "larger gen0, the fewer collections copy what is in use at a time.",
        Thresholds = [LeastOfTime, Fewest, LeastOfPauses, LeastSurvived, Turnover, Room, LeastLarger, LargestRoom],
        Needs = [DotNetNeeds.Collections],
        Helps = [DotNetNeeds.Allocations],
        Advises =
        [
            "let fewer objects be in use at a time: bound queues and batches, process elements as they come",
            "enlarge gen0 to a multiple of what survives a collection",
            "reuse the objects",
        ],
        FollowsFrom =
        [
            "gen2-traffic", "finalizable-objects", "finalizer-backlog", "young-pinning", "growing-gen2", "dependent-handles",
            "memory-limit-pressure", "induced-collections",
        ],
        Confidence = Confidence.Likely("survivors are reported; that their copies take the time is the usual reason"),
        Versions = ".NET 5 and later.",
        Sources =
        [
            "Maoni Stephens (author of the collector), mem-doc: https://github.com/Maoni0/mem-doc",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var (recording, pauses) = (process.Recording, process.Summary.Pauses);
        var percent = 100 - (pauses.ThroughputPercent ?? 100);
        if (percent < LeastOfTime.Value || process.Summary.Heap.PeakBytes is not > 0) return Verdict.Silent;
        var young = CollectionGroup.Select(recording, IsYoung);
        if (young.Count < Fewest.Value) return Verdict.Silent;
        if (young.PauseTotalNanoseconds < pauses.TotalNanoseconds * LeastOfPauses.Share) return Verdict.Silent;
        var survivors = new List<long>();
        var allocated = new List<long>();
        foreach (var collection in recording.Collections)
        {
            if (!IsYoung(collection)) continue;
            survivors.Add(collection.SurvivorBytes ?? 0);
            allocated.Add(collection.AllocatedBytes ?? 0);
        }

        double survived = Total.Sum(survivors, bytes => bytes), all = Total.Sum(allocated, bytes => bytes);
        if (all <= 0 || survived < all * LeastSurvived.Share || survived < process.Summary.Heap.PeakBytes.Value * Turnover.Value)
            return Verdict.Silent;
        var (each, between) = (Median.Compute(survivors), Median.Compute(allocated));
        var room = RoomFor(recording, each, between);
        return Verdict.Found(
            new Finding(
                Id,
                Severity.High,
                $"Young collections copy {Quantities.Bytes(each)} each, {Quantities.Percent(Math.Min(100, 100 * survived / all))} of what "
                + "was allocated; nearly all of it dies soon after",
                [
                    Evidence.Size("survivor_bytes", "what survives a young collection, median", each),
                    Evidence.Size("allocated_per_collection_bytes", "allocated between two of them, median", between),
                    Evidence.Percent("survival_percent", "share of the allocated bytes that survived", Math.Min(100, 100 * survived / all)),
                    Evidence.Size("survived_bytes", "survivors in total", survived),
                    Evidence.Size("peak_heap_bytes", "largest heap", process.Summary.Heap.PeakBytes.Value),
                    Evidence.Count("young_collections", $"young collections (gc {young.Numbers})", young.Count, "collections"),
                    Evidence.Percent("paused_percent", "share of the recording's time in pauses", percent),
                ],
                [
                    new(
                        $"About {Quantities.Bytes(each)} of objects that were just allocated are in use at a time: a queue, a batch, slow "
                        + "requests, a cache that expires. Bound it, and process elements as they come, so that objects die in gen0."),
                    .. room is { } size
                        ? new[]
                        {
                            new Advice(
                                $"Or enlarge gen0, so that fewer collections copy them ({Gen0Room.Where}).",
                                $"DOTNET_GCgen0size=0x{size:X}")
                            {
                                Gain = Gain.PausesUpTo(process, young.PauseTotalNanoseconds * (1 - ((double)between / size))),
                            },
                        }
                        : [],
                    new(
                        "Or reuse the memory: structs in an array, ObjectPool<T>, ArrayPool<T>.",
                        Code: "var entry = pool.Get();\ntry { … }\nfinally { pool.Return(entry); }"),
                ],
                $"Saves up to {Quantities.Duration(young.PauseTotalNanoseconds)} of {Quantities.Duration(pauses.TotalNanoseconds)} of "
                + "pause time, if the objects die before gen0 is collected.",
                Gain.PausesUpTo(process, young.PauseTotalNanoseconds.Value)),
            young);
    }

    /// <summary>The gen0 size to set, in bytes, a power of two; null where it would not be much larger, or has no room.</summary>
    private static long? RoomFor(Recording recording, long survivors, long between)
    {
        if (recording.Source.Collector == DotNetCollectors.Server || ExplicitCalls.ArePressure(recording)) return null;
        var wanted = (long)System.Numerics.BitOperations.RoundUpToPowerOf2((ulong)(Math.Max(1, survivors) * Room.Value));
        if (wanted > LargestRoom.Value || wanted < between * LeastLarger.Value) return null;
        // Entries of a cache are replaced in any order: some survive gen0 whatever its size.
        if (Gen2Lifetime.Bytes(recording) is not null) return null;
        if (DotNetSettings.Number(recording.Source, DotNetSettingNames.HardLimit) is { } limit && wanted > limit / Gen0Room.PartOfLimit)
            return null;
        return DotNetSettings.Number(recording.Source, DotNetSettingNames.Gen0Size) >= wanted ? null : wanted;
    }

    private static bool IsYoung(Collection collection) => collection is
    {
        Generation: Generations.Gen0 or Generations.Gen1,
        Kind: CollectionKind.Blocking,
        Induced: false,
    };
}
