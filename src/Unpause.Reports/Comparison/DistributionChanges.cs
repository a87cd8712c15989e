using Unpause.Analysis.Comparison;
using Unpause.Analysis.Histograms;
using Unpause.Reports.Comparison.Documents;
using Unpause.Requests.Statistics;

namespace Unpause.Reports.Comparison;

/// <summary>Distributions of pauses and requests on both sides, and the shift of each percentile.</summary>
internal static class DistributionChanges
{
    private const int Draws = 200, Stretch = 10, Seed = 50_001;

    private static readonly int[] PerMilles = [100, 250, 500, 750, 900, 950, 990, 999];

    /// <summary>The distributions that both sides have.</summary>
    public static IReadOnlyList<ComparedDistributionDocument> Compare(ComparedSides sides) =>
        [.. new[] { Compare("pauses", sides, ComparedBlocks.PausesOf), Compare("requests", sides, ComparedBlocks.RequestsOf) }
            .OfType<ComparedDistributionDocument>()];

    private static ComparedDistributionDocument? Compare(string what, ComparedSides sides, Func<ComparedRun, HistogramDocument?> of)
    {
        var (before, after) = (Values(sides.Before, of), Values(sides.After, of));
        if (before.Count == 0 || after.Count == 0) return null;
        var (one, other) = (Sum(before), Sum(after));
        if (one.Count == 0 || other.Count == 0) return null;
        return new() { Kind = what, Before = Buckets(sides.Before, of, one), After = Buckets(sides.After, of, other), Shifts = Shifts() };

        List<ShiftDocument> Shifts()
        {
            var random = new Random(Seed);
            var drawn = Enumerable.Range(0, Draws).Select(_ => (Before: Draw(before, random), After: Draw(after, random)))
                .Where(pair => pair.Before.Count > 0 && pair.After.Count > 0).ToList();
            return
            [
                // With fewer values above it, a percentile is one of the longest values in every resample.
                .. PerMilles.Where(perMille => Math.Min(one.Count, other.Count) * (1000 - perMille) >= 1000 * BlockFamily.FewestAbove)
                    .Select(perMille => Shift(one, other, perMille, drawn)),
            ];
        }
    }

    private static ShiftDocument Shift(
        BlockTotals one, BlockTotals other, int perMille, List<(BlockTotals Before, BlockTotals After)> drawn)
    {
        var (was, now) = (one.Percentile(perMille) ?? 0, other.Percentile(perMille) ?? 0);
        var interval = BlockBootstrap.Interval(
            drawn.Select(pair => (pair.After.Percentile(perMille) ?? 0) - (pair.Before.Percentile(perMille) ?? 0)));
        return new()
        {
            Percentile = perMille / 10.0,
            BeforeMs = was / 1e6,
            AfterMs = now / 1e6,
            LowMs = Math.Min(interval?.Low ?? now - was, now - was) / 1e6,
            HighMs = Math.Max(interval?.High ?? now - was, now - was) / 1e6,
        };
    }

    /// <summary>The values of each run; those without timestamps in one block.</summary>
    private static List<BlockedValues> Values(IReadOnlyList<ComparedRun> runs, Func<ComparedRun, HistogramDocument?> of) =>
        [.. runs.Select(run => ComparedBlocks.Read(of(run)) ?? ComparedBlocks.Whole(of(run))).OfType<BlockedValues>()];

    private static BlockTotals Sum(List<BlockedValues> runs)
    {
        var totals = new BlockTotals(runs);
        foreach (var run in runs) totals.Add(run, 0, TimedHistogram.MostBlocks);
        return totals;
    }

    private static BlockTotals Draw(List<BlockedValues> runs, Random random)
    {
        if (runs is [var only]) return only.Draw(random, Stretch);
        var totals = new BlockTotals(runs);
        for (var i = 0; i < runs.Count; i++) totals.Add(runs[random.Next(runs.Count)], 0, TimedHistogram.MostBlocks);
        return totals;
    }

    private static BucketsDocument Buckets(
        IReadOnlyList<ComparedRun> runs, Func<ComparedRun, HistogramDocument?> of, BlockTotals totals)
    {
        var longest = runs.Max(run => of(run)?.All.MaxMs?.Nanoseconds);
        var counts = totals.Counts.ToArray();
        var filled = Enumerable.Range(1, counts.Length - 1).Where(at => counts[at] > 0).ToList();
        return new()
        {
            Count = totals.Count,
            SumMs = new((long)totals.Sum),
            MaxMs = Milliseconds.FromNanoseconds(longest),
            ZeroCount = counts[0],
            Indexes = [.. filled.Select(at => totals.First + at)],
            Counts = [.. filled.Select(at => counts[at])],
        };
    }
}
