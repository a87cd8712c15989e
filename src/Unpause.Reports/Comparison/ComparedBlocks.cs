using Unpause.Analysis.Comparison;
using Unpause.Analysis.Histograms;

namespace Unpause.Reports.Comparison;

/// <summary>The durations of a run by block of time, from the histograms of its report.</summary>
internal static class ComparedBlocks
{
    /// <summary>Marks a metric of pauses as the application saw them.</summary>
    public static ComparedMetric OfPauses(this ComparedMetric metric, Func<BlockTotals, ComparedRun, double?> of) =>
        metric with { Blocks = Pauses, OfBlocks = of, IsOfPauses = true };

    /// <summary>Marks a metric that sums up pauses.</summary>
    public static ComparedMetric OfSum(this ComparedMetric metric, Func<BlockTotals, ComparedRun, double?> of) =>
        metric.OfPauses(of) with { IsSum = true };

    /// <summary>A percentile of pauses.</summary>
    public static ComparedMetric OfPauses(this ComparedMetric metric, int perMille) =>
        metric.OfPauses((totals, _) => totals.Percentile(perMille)) with { PerMille = perMille, IsOfEachPause = true };

    /// <summary>Marks a metric of requests.</summary>
    public static ComparedMetric OfRequests(this ComparedMetric metric, Func<BlockTotals, ComparedRun, double?> of) =>
        metric with { Blocks = Requests, OfBlocks = of, IsOfRequests = true };

    /// <summary>A percentile of requests.</summary>
    public static ComparedMetric OfRequests(this ComparedMetric metric, int perMille) =>
        metric.OfRequests((totals, _) => totals.Percentile(perMille)) with { PerMille = perMille };

    /// <summary>Pauses by block; null where they have no timestamps, or the report is too old.</summary>
    public static BlockedValues? Pauses(ComparedRun run) => Read(PausesOf(run));

    /// <summary>Requests by block; null where they have no timestamps, or there are none.</summary>
    public static BlockedValues? Requests(ComparedRun run) => Read(RequestsOf(run));

    /// <summary>The histogram of all pauses, with or without timestamps.</summary>
    public static HistogramDocument? PausesOf(ComparedRun run) =>
        run.Process.Stops is { GcStops: { } felt } ? felt.Histogram : run.Process.Pauses.Histogram;

    /// <summary>The histogram of all requests, with or without timestamps.</summary>
    public static HistogramDocument? RequestsOf(ComparedRun run) => run.Requests?.Histogram;

    /// <summary>All of a histogram in one block.</summary>
    public static BlockedValues? Whole(HistogramDocument? histogram) =>
        histogram is { Scale: ExponentialHistogram.Scale } && IsPossible(histogram.All) ? new([Block(0, histogram.All)]) : null;

    /// <summary>A histogram's blocks; null where values have no timestamps, or the scale differs.</summary>
    public static BlockedValues? Read(HistogramDocument? histogram) =>
        histogram is { BlockMs: not null, Scale: ExponentialHistogram.Scale }
            ? new([.. histogram.Blocks.Where(IsInside).Select(row => Block(row.Index, row.Values))])
            : null;

    // A stored report is untrusted input.
    private static bool IsInside(BlockDocument block) => block.Index is >= 0 and < TimedHistogram.MostBlocks && IsPossible(block.Values);

    private static bool IsPossible(BucketsDocument values)
    {
        long last = -ExponentialHistogram.MostIndex - 1;
        foreach (var index in values.Indexes)
        {
            if (index <= last) return false;
            last = index;
        }

        return last <= ExponentialHistogram.MostIndex && values.Counts.Count == values.Indexes.Count;
    }

    private static ValueBlock Block(int index, BucketsDocument values) =>
        new(index, values.Count, values.SumMs.Nanoseconds, values.ZeroCount, values.Indexes, values.Counts);
}
