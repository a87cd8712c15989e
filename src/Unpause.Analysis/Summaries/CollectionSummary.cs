using Unpause.Recordings;

namespace Unpause.Analysis.Summaries;

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
    internal static CollectionSummary Of(Recording recording)
    {
        var generations = new GenerationSummary.Builders(recording.Source.Traits);
        var causes = new CauseSummary.Builders();
        long induced = 0;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (collection.Induced) induced++;
                generations.Of(collection).Add(collection);
                causes.Of(collection).Add();
            }
        }

        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                var collection = recording.Collections[pause.Collection];
                generations.Of(collection).AddPause(pause.DurationNanoseconds);
                causes.Of(collection).AddPause(pause.DurationNanoseconds);
            }
        }

        return new CollectionSummary(
            recording.Collections.Count,
            induced,
            generations.Build(),
            KindSummary.Of(recording),
            causes.Build(),
            PhaseSummary.Of(recording));
    }
}
