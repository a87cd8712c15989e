using Unpause.Analysis;
using Unpause.Recordings;

namespace Unpause.Diagnosis.DotNet;

/// <summary>
/// Gen2 collections about as frequent as younger ones. Generations pay only if most objects die young: a healthy program
/// has one gen2 collection in ten or in a hundred.
/// </summary>
public sealed class FrequentGen2 : Rule
{
    private const int FewestCollections = 10;
    private const double LeastShareOfYounger = 0.5;

    /// <inheritdoc/>
    public override string Id => "frequent-gen2";

    /// <inheritdoc/>
    public override IReadOnlyList<string> Runtimes { get; } = [Recordings.Runtimes.DotNet];

    /// <inheritdoc/>
    public override string Summary => "There is a gen2 collection that no code asked for at every second younger one, or more often.";

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var gen2 = CollectionPauses.Of(recording, collection => collection is { Generation: Generations.Gen2, Induced: false } && collection.Cause != Causes.Diagnostic);
        var younger = recording.Collections.Count(collection => collection.Generation != Generations.Gen2);
        if (gen2.Count < FewestCollections || gen2.Count < younger * LeastShareOfYounger) return Verdict.Silent;
        var byGen0 = gen2.Causes.Where(cause => cause.Cause == DotNetReasons.AllocSmall).Sum(cause => cause.Count);
        List<Evidence> evidence =
        [
            new($"gen2 collections ({gen2.Cited})", gen2.Count, "collections"),
            new("younger collections", younger, "collections"),
        ];
        foreach (var (cause, count) in gen2.Causes.Take(3)) evidence.Add(new($"gen2 collections with the runtime's reason {cause}", count, "collections"));
        if (process.Summary.Heap.LiveSetBytes is { } live) evidence.Add(new("in use after the last gen2 collection: what each of them marks", live, "bytes"));
        return Verdict.Found(new Finding(
            Id,
            Severity.Medium,
            $"{Quantities.Count(gen2.Count)} gen2 collections against {Quantities.Count(younger)} younger: objects reach the oldest generation only to die there",
            evidence,
            [AdviceFor(recording, byGen0 > gen2.Count / 2)],
            $"With one gen2 collection for ten younger ones about {Quantities.Count(gen2.Count - Math.Max(1, (gen2.Count + younger) / 11))} of {Quantities.Count(gen2.Count)} go away, with their background work on the other cores."));
    }

    private static Advice AdviceFor(Recording recording, bool bySmallObjects)
    {
        if (!bySmallObjects) return new("They are started by large objects: rent, split or avoid these (finding large-object-churn).");
        var server = recording.Source.Collector == DotNetCollectors.Server;
        return new(
            $"Objects of middle age (a request's, a batch's) survive gen0 and gen1 because these are collected too soon. Give gen0 more room, so that they are dead before ({(server ? DotNetCollectors.Server : DotNetCollectors.Workstation)} GC; hexadecimal bytes, only in the environment; .NET 5 and later), or keep them shorter: no caches for seconds, no objects held across awaits.",
            server ? "DOTNET_GCgen0size=0x10000000" : "DOTNET_GCgen0size=0x4000000");
    }
}
