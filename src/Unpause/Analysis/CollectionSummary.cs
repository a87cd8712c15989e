using Unpause.Recordings;

namespace Unpause.Analysis;

/// <summary>Collections counted by generation, cause and phase; times in nanoseconds.</summary>
public sealed record CollectionSummary(
    long Count,
    long Induced,
    IReadOnlyList<GenerationSummary> ByGeneration,
    IReadOnlyList<KindSummary> ByKind,
    IReadOnlyList<CauseSummary> ByCause,
    IReadOnlyList<PhaseSummary> ByPhase)
{
    /// <summary>Computes the numbers.</summary>
    public static CollectionSummary Of(Recording recording)
    {
        var pauseTotals = new long[recording.Collections.Count];
        var pauseMaxima = new long[recording.Collections.Count];
        var pauseCounts = new int[recording.Collections.Count];
        foreach (var pause in recording.Pauses)
        {
            pauseTotals[pause.Collection] += pause.DurationNanoseconds;
            pauseMaxima[pause.Collection] = Math.Max(pauseMaxima[pause.Collection], pause.DurationNanoseconds);
            pauseCounts[pause.Collection]++;
        }

        var generations = new Dictionary<string, GenerationSummary.Builder>(StringComparer.Ordinal);
        var causes = new Dictionary<(string?, string?), CauseSummary>();
        long induced = 0;
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            var collection = recording.Collections[i];
            if (collection.Induced) induced++;
            var generation = collection.Generation ?? "";
            if (!generations.TryGetValue(generation, out var builder)) generations[generation] = builder = new(collection.Generation);
            builder.Add(collection, pauseCounts[i], pauseTotals[i], pauseMaxima[i]);
            var key = (collection.Cause, collection.RuntimeCause);
            var known = causes.GetValueOrDefault(key) ?? new CauseSummary(collection.Cause, collection.RuntimeCause, 0, 0, 0);
            causes[key] = known.With(pauseTotals[i], pauseMaxima[i]);
        }

        return new CollectionSummary(
            recording.Collections.Count,
            induced,
            [.. generations.OrderBy(pair => GenerationSummary.Order(pair.Key)).Select(pair => pair.Value.Build())],
            KindSummary.Of(recording),
            [.. causes.Values.OrderByDescending(cause => cause.PauseTotalNanoseconds).ThenByDescending(cause => cause.Count)],
            PhaseSummary.Of(recording));
    }
}
