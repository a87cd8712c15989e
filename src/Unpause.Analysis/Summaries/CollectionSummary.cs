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
    internal static CollectionSummary Compute(Recording recording)
    {
        var generations = new GenerationSummary.Builders(recording.Source.Traits);
        var causes = new CauseSummary.Builders();
        long induced = 0;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (collection.Induced) induced++;
                generations.GetOrAdd(collection).Add(collection);
                causes.GetOrAdd(collection).Add();
            }
        }

        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                var collection = recording.Collections[pause.Collection];
                generations.GetOrAdd(collection).AddPause(pause.DurationNanoseconds);
                causes.GetOrAdd(collection).AddPause(pause.DurationNanoseconds);
            }
        }

        return new CollectionSummary(
            recording.Collections.Count,
            induced,
            generations.Build(),
            KindSummary.ComputeAll(recording),
            causes.Build(),
            PhaseSummary.ComputeAll(recording));
    }
}

/// <summary>One named phase over all collections; times in nanoseconds. Of parallel phases the average worker counts.</summary>
public sealed record PhaseSummary(
    string Phase, bool Concurrent, long Count, Total TotalNanoseconds, double MeanNanoseconds, long MaxNanoseconds)
{
    private static readonly Comparer<PhaseSummary> LargestFirst =
        Comparer<PhaseSummary>.Create(static (a, b) => b.TotalNanoseconds.CompareTo(a.TotalNanoseconds));

    /// <summary>Groups a recording's phases by name, the largest total first.</summary>
    internal static IReadOnlyList<PhaseSummary> ComputeAll(Recording recording)
    {
        var names = recording.Phases.Names;
        // Two places for each name: beside the application, and not.
        var sums = new (long Count, Total Total, long Max)[names.Count * 2];
        foreach (var chunk in recording.Phases.Stored.ChunkSpans)
        {
            foreach (ref readonly var phase in chunk)
            {
                ref var sum = ref sums[(phase.NameIndex * 2) + (phase.IsConcurrent ? 1 : 0)];
                var duration = phase.DurationNanoseconds;
                sum.Count++;
                sum.Total += duration;
                if (duration > sum.Max) sum.Max = duration;
            }
        }

        var summaries = new List<PhaseSummary>();
        for (var i = 0; i < sums.Length; i++)
        {
            var (count, total, max) = sums[i];
            if (count == 0) continue;
            summaries.Add(new PhaseSummary(names[i / 2], i % 2 == 1, count, total, Math.Min(total.Mean(count), max), max));
        }

        return [.. summaries.Order(LargestFirst)];
    }
}
