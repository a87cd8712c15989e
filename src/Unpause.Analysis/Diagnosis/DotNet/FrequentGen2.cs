using Unpause.Analysis;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Gen2 collections about as frequent as younger ones. Generations pay only if most objects die young: a healthy program
/// has one gen2 collection in ten or in a hundred.
/// </summary>
internal sealed class FrequentGen2 : Rule
{
    private static readonly Threshold Fewest = Threshold.Count(
        "fewest gen2 collections", 10, "collections", "fewer say nothing about how often they come");

    private static readonly Threshold Least = Threshold.Percent(
        "least number of them, against the younger ones", 50, "a healthy program has one gen2 collection in ten or in a hundred");

    private static readonly Threshold Healthy = Threshold.Count(
        "younger collections for each gen2 one that the gain is reckoned with", 10, "collections", "the lower end of what is healthy");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "frequent-gen2",
        Runtimes = [Unpause.Recordings.Words.Runtimes.DotNet],
        Summary = $"{Fewest} of gen2 or more come unasked, at least {Least} as many as the younger ones.",
        Background = "Generations pay only if most objects die young. Where gen2 is collected about as often as gen0 and gen1, objects "
            + "reach the oldest generation only to die there, and each time all that is live is marked.",
        Thresholds = [Fewest, Least, Healthy],
        Needs = [DotNetNeeds.Collections],
        Advises =
        [
            "give gen0 more room, so that objects of middle age are dead before",
            "rent, split or avoid large objects where these start the collections",
        ],
        FollowsFrom = ["young-pinning", "large-object-churn", "memory-limit-pressure", "growing-gen2", "gen2-traffic"],
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
        var gen2 = CollectionGroup.Of(
            recording,
            collection => collection is { Generation: Generations.Gen2, Induced: false } && collection.Cause != Causes.Diagnostic);
        var younger = recording.Collections.Count(collection => collection.Generation != Generations.Gen2);
        if (gen2.Count < Fewest.Value || gen2.Count < younger * Least.Share) return Verdict.Silent;
        var byGen0 = gen2.Causes.Where(cause => cause.Cause == DotNetReasons.AllocSmall).Sum(cause => cause.Count);
        // One gen2 collection for so many younger ones is one of so many and one.
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
            evidence.Add(Evidence.Size("live_set_bytes", "in use after the last gen2 collection: what each of them marks", live));
        }

        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"{Quantities.Count(gen2.Count)} gen2 collections against {Quantities.Count(younger)} younger: objects reach the oldest "
            + "generation only to die there",
            evidence,
            [AdviceFor(recording, byGen0 > gen2.Count / 2)],
            $"With one gen2 collection for {Healthy.Value:0} younger ones about {Quantities.Count(fewer)} "
            + $"of {Quantities.Count(gen2.Count)} go away, with their background work on the other cores.",
            Gain.About(GainMetrics.Collections, fewer, "collections"))
        {
            TimeBack = new(
                (long)((double)fewer / gen2.Count * gen2.PauseTotalNanoseconds.Value), "pauses of the gen2 collections that it should "
                    + "save"),
        });
    }

    private static Advice AdviceFor(Recording recording, bool bySmallObjects)
    {
        if (!bySmallObjects) return new("They are started by large objects: rent, split or avoid these (finding large-object-churn).");
        const string Cause = "Objects of middle age (a request's, a batch's) survive gen0 and gen1 because these are collected too soon. ";
        const string Shorter = "keep them shorter: no caches for seconds, no objects held across awaits.";
        return Gen0Room.Setting(recording) is { } room
            ? new($"{Cause}Give gen0 more room, so that they are dead before ({Gen0Room.Where}), or {Shorter}", room)
            : new($"{Cause}Their memory or their gen0 can hardly grow: {Shorter}");
    }
}
