using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>The tables of a comparison, for every output.</summary>
internal static class ComparisonTables
{
    /// <summary>The heading of the column of intervals.</summary>
    public const string Interval = "95 % confidence interval";

    private const int Leading = 6;

    /// <summary>Numbers of both sides: the headline and those that are not within noise, or all of them.</summary>
    /// <param name="comparison">The comparison.</param>
    /// <param name="all">Whether to show numbers within noise, or with too few values, too.</param>
    public static TextTable Metrics(ComparisonDocument comparison, bool all) => new(
        ["", "before", "after", "difference", Interval, ""],
        [.. Shown(comparison, all).Select(metric => (string[])
        [
            metric.Title,
            ComparisonText.Value(metric, metric.Before),
            ComparisonText.Value(metric, metric.After),
            ComparisonText.Change(metric) ?? "–",
            ComparisonText.Interval(metric) ?? "–",
            ComparisonText.Word(metric),
        ])]);

    /// <summary>How many numbers <see cref="Metrics"/> leaves out.</summary>
    public static int LeftOut(ComparisonDocument comparison, bool all) => comparison.Metrics.Count - Shown(comparison, all).Count();

    /// <summary>Types and call sites that allocate more or less than before.</summary>
    public static TextTable Allocations(ComparisonDocument comparison) => new(
        ["allocated", "before", "after"],
        [.. comparison.Allocations.Select(row => (string[])
        [
            row is { Type: { } type, Site: { } site } ? $"{type} in {site}" : row.Type ?? row.Site ?? "unknown",
            row.BeforeBytesPerS is { } was ? ComparedUnit.Rate.Write(was) : "–",
            row.AfterBytesPerS is { } now ? ComparedUnit.Rate.Write(now) : "–",
        ])]);

    private static IEnumerable<ComparedMetricDocument> Shown(ComparisonDocument comparison, bool all) =>
        comparison.Metrics.Where((metric, i) => all || i < Leading
            || metric.Verdict is not (ComparedMetricDocument.WithinNoise or ComparedMetricDocument.TooFew));
}
