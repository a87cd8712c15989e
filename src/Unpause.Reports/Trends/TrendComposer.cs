using Unpause.Reports.Trends.Documents;
using Unpause.Requests.Statistics;

namespace Unpause.Reports.Trends;

/// <summary>Makes one document of many reports: the worst, the usual, the unusual, changes, and whether anything rises.</summary>
public static class TrendComposer
{
    /// <summary>Fewest runs of which one can be unusual.</summary>
    private const int FewestUsual = 5;

    /// <summary>
    /// How far from the median a value is unusual, in standard deviations of a normal distribution, which the median absolute deviation is
    /// of after multiplying by 1.4826 (C. Leys and others, Detecting outliers, 2013).
    /// </summary>
    private const double UnusualDeviations = 3, DeviationOfMedian = 1.4826;

    /// <summary>
    /// Where more than half of the values are equal, their deviation is 0: a value is unusual only by this share of the median.
    /// </summary>
    private const double LeastExcess = 0.1;

    private const double Level = 0.05;
    private const int Decimals = 4, SlopeDecimals = 6;

    private static readonly (string Name, Func<TrendRunDocument, double?> Of)[] Checked =
    [
        (TrendRunDocument.Paused, run => run.PausedPercent),
        (TrendRunDocument.P99, run => Ms(run.P99Ms)),
        (TrendRunDocument.Max, run => Ms(run.MaxMs)),
        (TrendRunDocument.LiveSet, run => run.LiveSetBytes),
        (TrendRunDocument.AllocationRate, run => run.AllocationRateBytesPerS),
        (TrendRunDocument.SlowBecauseOfGcCount, run => run.SlowBecauseOfGc),
    ];

    private static readonly string[] Tested = [TrendRunDocument.Paused, TrendRunDocument.P99, TrendRunDocument.LiveSet];

    /// <summary>The document; null when no report has a place in time.</summary>
    public static TrendDocument? Compose(TrendInput input)
    {
        if (input.Points.Count == 0) return null;
        List<TrendInput.Point> points =
            [.. input.Points.OrderBy(point => point.Run.Start).ThenBy(point => point.Run.Name, StringComparer.Ordinal)];
        var unusual = Unusual([.. points.Select(point => point.Run)]);
        var (changes, restless) = TrendChanges.Find(points);
        List<TrendRunDocument> runs = [.. points.Select((point, i) => point.Run with { Unusual = unusual[i], Changes = changes[i] })];
        var usual = Usual(runs);
        List<TrendTestDocument> trends =
            runs.Count < MannKendall.FewestValues ? [] : [.. Tested.Select(name => Test(name, runs)).OfType<TrendTestDocument>()];
        var refusal = trends.Count > 0 ? null
            : runs.Count < MannKendall.FewestValues ? TrendText.TooFew(runs.Count, MannKendall.FewestValues)
            : TrendText.NoNumbers(MannKendall.FewestValues);
        var worst = Worst(runs);
        return new()
        {
            ToolVersion = ToolVersion.Text,
            Verdict = TrendText.Verdict(runs, worst, usual, trends, refusal),
            Worst = worst,
            Runs = runs,
            Usual = usual,
            Trends = trends,
            TrendRefusal = refusal,
            Unread = input.Unread,
            Notes = [.. TrendText.Notes(runs, points.Count(point => point.Processes > 1), restless)],
        };
    }

    /// <summary>Nanoseconds as milliseconds; null where unknown.</summary>
    internal static double? Ms(Milliseconds? time) => time?.Nanoseconds / 1e6;

    private static int? Worst(List<TrendRunDocument> runs)
    {
        if (runs.Count < 2) return null;
        var by = Checked.Take(3).Select(metric => metric.Of).FirstOrDefault(of => runs.Exists(run => of(run) is > 0));
        if (by is null) return null;
        var worst = 0;
        for (var i = 1; i < runs.Count; i++)
        {
            var (one, other) = (by(runs[i]) ?? -1, by(runs[worst]) ?? -1);
            if (one > other || (one == other && Ms(runs[i].MaxMs) > Ms(runs[worst].MaxMs))) worst = i;
        }

        return worst;
    }

    private static string[][] Unusual(IReadOnlyList<TrendRunDocument> runs)
    {
        var names = runs.Select(_ => new List<string>()).ToList();
        foreach (var (name, of) in Checked)
        {
            var values = runs.Select(of).OfType<double>().ToList();
            if (values.Count < FewestUsual || MedianOf(values) is not { } median) continue;
            var deviation = DeviationOfMedian * MedianOf(values.ConvertAll(value => Math.Abs(value - median)))!.Value;
            var limit = Math.Max(median + (UnusualDeviations * deviation), median * (1 + LeastExcess));
            for (var i = 0; i < runs.Count; i++)
            {
                if (of(runs[i]) > limit) names[i].Add(name);
            }
        }

        return [.. names.Select(list => list.ToArray())];
    }

    private static UsualRunDocument Usual(List<TrendRunDocument> runs)
    {
        return new()
        {
            PausedPercent = Middle(run => run.PausedPercent),
            P99Ms = Middle(run => Ms(run.P99Ms)),
            MaxMs = Middle(run => Ms(run.MaxMs)),
            PeakBytes = Middle(run => run.PeakBytes),
            LiveSetBytes = Middle(run => run.LiveSetBytes),
            AllocationRateBytesPerS = Middle(run => run.AllocationRateBytesPerS),
            SlowBecauseOfGc = Middle(run => run.SlowBecauseOfGc),
        };

        double? Middle(Func<TrendRunDocument, double?> of) =>
            RoundedNumber.Round(MedianOf([.. runs.Select(of).OfType<double>()]), Decimals);
    }

    /// <summary>The value in the middle, or between the two in the middle; null of none.</summary>
    private static double? MedianOf(List<double> values)
    {
        if (values.Count == 0) return null;
        var sorted = values.Order().ToList();
        return (sorted[(sorted.Count - 1) / 2] + sorted[sorted.Count / 2]) / 2;
    }

    private static TrendTestDocument? Test(string name, List<TrendRunDocument> runs)
    {
        var of = Checked.First(metric => metric.Name == name).Of;
        var known = runs.Where(run => of(run) is not null).ToList();
        var values = known.Select(run => of(run)!.Value).ToArray();
        if (MannKendall.Test(values) is not { } test) return null;
        var days = known.Select(run => (run.Start - known[0].Start).TotalDays).ToArray();
        var slope = RoundedNumber.Round(TheilSen.SlopeOf(days, values), SlopeDecimals);
        // Bonferroni: so many tests share the level.
        var verdict = test.PValue >= Level / Tested.Length ? TrendTestDocument.NotSignificant
            : test.S > 0 ? TrendTestDocument.Rising : TrendTestDocument.Falling;
        return new()
        {
            Metric = name,
            Runs = values.Length,
            Verdict = verdict,
            PValue = test.PValue,
            SlopePerDay = slope,
            Text = TrendText.Describe(name, verdict, slope, test.PValue),
        };
    }
}
