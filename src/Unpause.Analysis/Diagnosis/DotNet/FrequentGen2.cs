namespace Unpause.Analysis.Diagnosis.DotNet;

/// <summary>
/// Gen2 collections about as frequent as gen0 and gen1 collections. A generational GC pays off only if most objects die young: a healthy
/// application has one gen2 collection per 10 to 100 younger ones.
/// </summary>
internal sealed class FrequentGen2 : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of gen2 collections", 10, "collections", "fewer do not show a rate");

    private static readonly Threshold Least = Threshold.Percent(
        "minimum ratio to the younger collections", 50, "a healthy application has one gen2 collection per 10 to 100 younger ones");

    private static readonly Threshold Healthy = Threshold.Count(
        "younger collections per gen2 collection, assumed for the expected improvement", 10, "collections",
        "the lower end of the healthy range");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "frequent-gen2",
        AppliesTo = [Runtimes.DotNet],
        Summary = $"At least {Fewest} are of gen2 and not induced, and they are at least {Least} of the number of younger ones.",
        Background = "A generational GC pays off only if most objects die young. Here gen2 is collected about as often as gen0 and gen1: "
            + "objects are promoted to gen2 and die there. Each gen2 collection marks the whole live set.",
        Thresholds = [Fewest, Least, Healthy],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "enlarge gen0, so that medium-lived objects die before promotion",
            "pool, split or avoid large objects where these start the collections",
        ],
        FollowsFrom =
        [
            "young-pinning", "large-object-churn", "memory-limit-pressure", "growing-gen2", "gen2-traffic", "finalizable-objects",
        ],
        Versions = ".NET 5 and later.",
        Sources =
        [
            "Maoni Stephens (author of the collector), mem-doc: https://github.com/Maoni0/mem-doc",
            "Microsoft Learn, Fundamentals of garbage collection",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var gen2 = CollectionGroup.Select(
            recording,
            collection => collection is { Generation: Generations.Gen2, Induced: false } && collection.Cause != Causes.Diagnostic);
        var younger = recording.Collections.Count(collection => collection.Generation != Generations.Gen2);
        if (gen2.Count < Fewest.Value || gen2.Count < younger * Least.Share) return Verdict.Silent;
        var byGen0 = gen2.Causes.Where(cause => cause.Cause == DotNetReasons.AllocSmall).Sum(cause => cause.Count);
        // The healthy ratio is one gen2 collection per `Healthy` younger ones, so it is one of `Healthy` + 1 collections.
        var fewer = gen2.Count - Math.Max(1, (gen2.Count + younger) / (1 + (int)Healthy.Value));
        List<Evidence> evidence =
        [
            Evidence.Count("gen2_collections", $"gen2 collections (gc {gen2.Numbers})", gen2.Count, "collections"),
            Evidence.Count("younger_collections", "younger collections", younger, "collections"),
        ];
        foreach (var (cause, count) in gen2.Causes.Take(3))
        {
            evidence.Add(Evidence.Count("cause_collections", $"gen2 collections with the runtime's reason {cause}", count, "collections"));
        }

        if (process.Summary.Heap.LiveSetBytes is { } live)
        {
            evidence.Add(Evidence.Size("live_set_bytes", "live set after the last gen2 collection: each gen2 collection marks it", live));
        }

        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"{Quantities.Count(gen2.Count)} gen2 collections for {Quantities.Count(younger)} younger ones: "
            + "objects are promoted to gen2 and die there",
            evidence,
            [AdviceFor(recording, byGen0 > gen2.Count / 2)],
            $"With one gen2 collection per {Healthy.Value:0} younger ones, about {Quantities.Count(fewer)} of "
            + $"{Quantities.Count(gen2.Count)} are saved, with their background work on the other cores.",
            Gain.About(GainMetrics.Collections, fewer, "collections"))
        {
            TimeBack = new(
                (long)((double)fewer / gen2.Count * gen2.PauseTotalNanoseconds.Value),
                "pauses of the gen2 collections that it should save"),
        },
            gen2);
    }

    private static Advice AdviceFor(Recording recording, bool bySmallObjects)
    {
        if (!bySmallObjects) return new("Large objects start them: pool, split or avoid these (finding large-object-churn).");
        const string Cause = "Medium-lived objects (of a request or a batch) survive gen0 and gen1, because these are collected too soon. ";
        const string Shorter = "shorten their lifetime: avoid caches that expire after seconds, and objects kept across awaits.";
        return Gen0Room.Setting(recording) is { } room
            ? new($"{Cause}Enlarge gen0, so that they die before promotion ({Gen0Room.Where}), or {Shorter}", room)
            : new($"{Cause}A memory limit or a large gen0 leaves no room to enlarge it: {Shorter}");
    }
}
