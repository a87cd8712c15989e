using Unpause.Requests.Statistics;

namespace Unpause.Analysis.Comparison;

/// <summary>
/// What the collector costs at least, by trials of several settings: the cost of each setting over the distilled cost, which is the least
/// of any setting after subtracting the measurable part of the collector. The program without any collector would cost no more than that,
/// so the true overhead is larger: barriers, allocation and unmeasured concurrent work are still in the distilled cost.
/// </summary>
/// <remarks>
/// LBO(g) = C(g) ÷ min over g of (C(g) − E(g)): Z. Cai, S. M. Blackburn, M. D. Bond, M. Maas, "Distilling the Real Cost of Production
/// Garbage Collectors", ISPASS 2022 (arXiv 2112.07880). Costs are compared as ratios, so means over trials are geometric. Trials of one
/// round share their minute of the machine: the ratio is taken within rounds, and its interval is that of the mean of its logarithms.
/// </remarks>
/// <param name="Baseline">Index of the setting with the distilled cost.</param>
/// <param name="Distilled">The distilled cost, in the unit of the costs: the geometric mean over its trials.</param>
/// <param name="Settings">The overhead of each setting; null where it shares no round with the baseline.</param>
public sealed record LowerBoundOverhead(int Baseline, double Distilled, IReadOnlyList<OverheadRatio?> Settings)
{
    private const double Error = 0.05;

    /// <summary>Computes it.</summary>
    /// <param name="settings">
    /// For each setting its trials by round; null for a round that it lacks. Costs in any one unit (nanoseconds, or nanoseconds per
    /// request).
    /// </param>
    /// <returns>Null where no setting has a cost, or where the collector's part is not less than the whole.</returns>
    public static LowerBoundOverhead? Compute(IReadOnlyList<IReadOnlyList<TrialCost?>> settings)
    {
        var (baseline, distilled) = (-1, double.PositiveInfinity);
        for (var setting = 0; setting < settings.Count; setting++)
        {
            if (Mean(settings[setting]) is not { } rest) continue;
            if (!(rest > 0)) return null;
            if (rest < distilled) (baseline, distilled) = (setting, rest);
        }

        if (baseline < 0) return null;
        return new(baseline, distilled, [.. settings.Select((trials, setting) => Ratio(trials, settings[baseline], setting))]);
    }

    /// <summary>The geometric mean of what is not the collector's; 0 where that is nothing in a trial, null without trials.</summary>
    private static double? Mean(IReadOnlyList<TrialCost?> trials)
    {
        var (sum, count) = (0.0, 0);
        foreach (var trial in trials)
        {
            if (trial is not { } cost) continue;
            if (!(cost.Rest > 0) || !double.IsFinite(cost.Total)) return 0;
            sum += Math.Log(cost.Rest);
            count++;
        }

        return count == 0 ? null : Math.Exp(sum / count);
    }

    private static OverheadRatio? Ratio(IReadOnlyList<TrialCost?> trials, IReadOnlyList<TrialCost?> baseline, int seed)
    {
        var logs = new List<double>();
        for (var round = 0; round < Math.Min(trials.Count, baseline.Count); round++)
        {
            if (trials[round] is { } own && baseline[round] is { } distilled) logs.Add(Math.Log(own.Total / distilled.Rest));
        }

        if (logs.Count == 0) return null;
        return MeanInterval.Estimate(logs, Error, seed) is var (mean, low, high)
            ? new OverheadRatio(Math.Exp(mean), Math.Exp(low), Math.Exp(high))
            : new OverheadRatio(Math.Exp(logs[0]), null, null);
    }
}

/// <summary>The cost of a trial.</summary>
/// <param name="Total">All of it.</param>
/// <param name="Collector">The measurable part of the collector, in the same unit; 0 where nothing is measured.</param>
public readonly record struct TrialCost(double Total, double Collector)
{
    /// <summary>What is left without the measurable part.</summary>
    public double Rest => Total - Math.Max(0, Collector);
}

/// <summary>The cost of a setting over the distilled cost.</summary>
/// <param name="Ratio">1.09 where the collector costs at least 9 %.</param>
/// <param name="Low">Lower end of its 95 % confidence interval over trials; null with fewer than two trials.</param>
/// <param name="High">Upper end.</param>
public readonly record struct OverheadRatio(double Ratio, double? Low, double? High)
{
    /// <summary>The share of the setting's own cost that is the collector's at least: 1 − 1 ÷ ratio, from 0 to 1.</summary>
    public double ShareOfOwn => Math.Max(0, 1 - (1 / Ratio));
}

/// <summary>Why the least cost of the collector is unknown.</summary>
public enum CostRefusal
{
    /// <summary>No run has the whole time.</summary>
    NoTotal,

    /// <summary>Runs may have done different amounts of work: they take a fixed time, and the number of requests is unknown.</summary>
    NoWork,

    /// <summary>Requests arrive at a given rate, so the wall time is that of the load.</summary>
    OpenLoop,

    /// <summary>No run has the time of the collector: none was recorded, or several processes were.</summary>
    NoCollector,

    /// <summary>The time of the collector is not less than the whole.</summary>
    NothingLeft,
}
