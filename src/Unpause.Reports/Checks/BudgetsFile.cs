using System.Globalization;
using Unpause.Reports.Budgets;
using Unpause.Settings;

namespace Unpause.Checks;

/// <summary>A file of budgets, as <c>unpause check</c> reads it.</summary>
/// <param name="Budgets">In the file's order; at least one.</param>
public sealed record BudgetsFile(IReadOnlyList<FileBudget> Budgets)
{
    private static readonly Dictionary<string, BudgetUnit> Units =
        BudgetMetric.All.ToDictionary(metric => metric.Name, metric => metric.Unit, StringComparer.Ordinal);

    /// <summary>Reads a file's text.</summary>
    /// <param name="yaml">The text.</param>
    /// <param name="baseline">The baseline that the user named, which goes before those of the file; null for none.</param>
    /// <exception cref="YamlFault">Something is wrong with it; with line and column.</exception>
    public static BudgetsFile Read(string yaml, string? baseline)
    {
        var (shared, entries) = BudgetsYaml.Read(yaml);
        RequireBeside(shared);
        var budgets = new List<FileBudget>(entries.Count);
        var names = new HashSet<string>(StringComparer.Ordinal);
        foreach (var entry in entries)
        {
            var budget = Of(entry, shared, baseline);
            if (!names.Add(budget.Name))
                throw entry.Fault($"a second budget that is called '{budget.Name}': give it a {BudgetKey.Title.Name} of its own");
            budgets.Add(budget);
        }

        return new BudgetsFile(budgets);
    }

    /// <summary>The baselines that the budgets need, as they are named.</summary>
    public IReadOnlyList<string> Baselines =>
        [.. Budgets.Select(budget => budget.Baseline).OfType<string>().Distinct(StringComparer.Ordinal)];

    private static FileBudget Of(BudgetEntry entry, PlacedText? shared, string? baseline)
    {
        var metric = MetricOf(entry.Required(BudgetKey.Metric));
        var limit = BudgetLimit.Read(entry.Required(BudgetKey.Limit), metric.Unit);
        RequireBeside(entry[BudgetKey.Baseline]);
        if (metric.OfRequests is not null && entry[BudgetKey.Process] is { } misplaced)
            throw misplaced.Fault($"{metric.Name} is of all requests together: name a {BudgetKey.Service.Name}, or nothing");
        return new FileBudget(metric, limit, IsLeast(metric, entry))
        {
            Name = entry[BudgetKey.Title]?.Text ?? NameOf(metric, entry),
            Line = entry.Line,
            Tolerance = entry[BudgetKey.Tolerance] is { } tolerance ? BudgetLimit.Tolerance(tolerance, metric.Unit) : null,
            Baseline = limit.IsRelative ? BaselineOf(entry, shared, baseline) : NoBaseline(entry),
            Process = entry[BudgetKey.Process]?.Text,
            Service = entry[BudgetKey.Service]?.Text,
            MinPauses = Count(entry[BudgetKey.MinPauses]),
            MinRequests = Count(entry[BudgetKey.MinRequests]),
            MinDurationNanoseconds = Duration(entry[BudgetKey.MinDuration]),
            Note = entry[BudgetKey.Note]?.Text,
        };
    }

    private static BudgetMetric MetricOf(PlacedText name) =>
        Units.ContainsKey(name.Text)
            ? BudgetMetric.All.First(metric => metric.Name == name.Text)
            : throw name.Fault(Condition.Unknown(name.Text, Units.Keys));

    /// <summary>What it bounds, in the file's words.</summary>
    private static string NameOf(BudgetMetric metric, BudgetEntry entry)
    {
        var sign = IsLeast(metric, entry) ? ">=" : "<=";
        var of = (entry[BudgetKey.Process] ?? entry[BudgetKey.Service]) is { } which ? $" of {which.Text}" : "";
        return $"{metric.Name} {sign} {entry.Required(BudgetKey.Limit).Text}{of}";
    }

    private static bool IsLeast(BudgetMetric metric, BudgetEntry entry)
    {
        if (entry[BudgetKey.Bound] is { } bound)
        {
            return bound.Text switch
            {
                BudgetKey.AtLeast => true,
                BudgetKey.AtMost => false,
                _ => throw bound.Fault($"{BudgetKey.Bound.Name} is {BudgetKey.AtMost} or {BudgetKey.AtLeast}"),
            };
        }

        return metric.IsOfEitherSide
            ? throw entry.Fault($"{metric.Name} may be bounded on either side: add {BudgetKey.Bound.Name}: {BudgetKey.AtMost}, or "
                + BudgetKey.AtLeast)
            : metric.HigherIsBetter;
    }

    private static string BaselineOf(BudgetEntry entry, PlacedText? shared, string? baseline) =>
        baseline ?? entry[BudgetKey.Baseline]?.Text ?? shared?.Text
        ?? throw entry.Required(BudgetKey.Limit).Fault(
            $"'{entry.Required(BudgetKey.Limit).Text}' is relative: name a stored report with {BudgetKey.Baseline.Line}, "
            + "or with --baseline");

    private static string? NoBaseline(BudgetEntry entry) => entry[BudgetKey.Baseline] is { } useless
        ? throw useless.Fault($"the limit {entry.Required(BudgetKey.Limit).Text} needs no baseline: one that does begins with + or -")
        : null;

    /// <summary>Others' files are named by who runs the check, not by who wrote the budgets.</summary>
    private static void RequireBeside(PlacedText? baseline)
    {
        if (baseline is not null && !BaselinePath.IsBeside(baseline.Text))
        {
            throw baseline.Fault(
                $"'{baseline.Text}' is no .json or .json.gz in the folder of this file or below: name others where you type the "
                + "command, with --baseline");
        }
    }

    private static long Count(PlacedText? placed) => placed is null ? 0
        : long.TryParse(placed.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            ? count
            : throw placed.Fault($"'{placed.Text}' is no whole number");

    private static double Duration(PlacedText? placed) => placed is null ? 0
        : Quantities.TryParseDuration(placed.Text, out var nanoseconds)
            ? nanoseconds
            : throw placed.Fault($"'{placed.Text}' is no duration: write for example {BudgetKey.MinDuration.Example}");
}
