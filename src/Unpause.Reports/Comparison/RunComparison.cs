using Unpause.Analysis.Comparison;
using Unpause.Recordings;
using Unpause.Reports.Comparison.Documents;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>Compares two sides of runs: the effect of the change, its significance, and other conditions that differ.</summary>
public static class RunComparison
{
    /// <summary>Compares two sides.</summary>
    /// <param name="before">One report per run.</param>
    /// <param name="after">One report per run.</param>
    /// <param name="names">The names of the sides, as the user passed them.</param>
    /// <param name="sameLoad">Whether the user passed <c>--same-load</c>.</param>
    /// <param name="refusal">Why the sides cannot be compared; null when they can.</param>
    /// <returns>The comparison; null when the sides cannot be compared.</returns>
    public static ComparisonDocument? Of(
        IReadOnlyList<ReportDocument> before,
        IReadOnlyList<ReportDocument> after,
        (string Before, string After) names,
        bool sameLoad,
        out string? refusal)
    {
        if (ComparedSides.Of(before, after, out refusal) is not { } sides) return null;
        var load = LoadChange.Of(sides, sameLoad);
        var metrics = new MetricComparison(sides, load).Documents();
        var headline = metrics.FirstOrDefault();
        var comparison = new ComparisonDocument
        {
            ToolVersion = ToolVersion.Text,
            Verdict = "",
            Outcome = headline?.Verdict ?? ComparedMetricDocument.TooFew,
            Headline = headline?.Name,
            Basis = sides.AreSingle ? ComparisonDocument.WithinRun : ComparisonDocument.ByRuns,
            FamilywiseErrorRate = RunFamily.Error,
            Before = Side(names.Before, sides.Before),
            After = Side(names.After, sides.After),
            Metrics = metrics,
            Conditions = [.. load.Conditions, .. ChangedConditions.Of(sides)],
            Findings = new FindingChanges(sides, metrics).Documents(),
            Allocations = AllocationChanges.Of(sides),
            Distributions = DistributionChanges.Of(sides),
            Caveats = [.. ComparisonText.Caveats(sides, load)],
        };
        return comparison with { Verdict = ComparisonText.Verdict(comparison) };
    }

    private static ComparedSideDocument Side(string name, IReadOnlyList<ComparedRun> runs)
    {
        var source = runs[0].Process.Source;
        return new()
        {
            Name = name,
            Runs = [.. runs.Select(Run)],
            Runtime = source.Runtime,
            RuntimeVersion = source.RuntimeVersion,
            Collector = source.Collector,
            RequestsPerS = LoadChange.Mean(runs, run => run.RequestRate),
            AllocationRateBytesPerS = LoadChange.Mean(runs, run => run.Process.Heap.AllocationRateBytesPerS),
            DurationMs = LoadChange.Mean(runs, run => run.Nanoseconds) / 1e6,
        };
    }

    private static ComparedRunDocument Run(ComparedRun run) => new()
    {
        Files = run.Process.Source.Files,
        Process = ProcessName.Of(run.Process),
        Processes = run.Report.Processes.Count,
    };
}
