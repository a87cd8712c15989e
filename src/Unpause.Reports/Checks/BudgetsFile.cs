using Unpause.Reports.Budgets;
using Unpause.Reports.Fleets;

namespace Unpause.Reports.Checks;

/// <summary>A budgets file, as <c>unpause check</c> reads it.</summary>
/// <param name="Budgets">The budgets in the file's order; at least one.</param>
public sealed record BudgetsFile(IReadOnlyList<FileBudget> Budgets)
{
    private static readonly Dictionary<string, BudgetUnit> Units =
        BudgetMetric.All.ToDictionary(metric => metric.Name, metric => metric.Unit, StringComparer.Ordinal);

    /// <summary>Parses the text of a file.</summary>
    /// <param name="baseline">The baseline on the command line, which takes precedence over those of the file; null for none.</param>
    /// <exception cref="YamlFault">The file is invalid; with line and column.</exception>
    public static BudgetsFile Read(string yaml, string? baseline)
    {
        var (shared, entries) = BudgetsYaml.Read(yaml);
        RequireBeside(shared);
        var budgets = new List<FileBudget>(entries.Count);
        var names = new HashSet<string>(StringComparer.Ordinal);
        foreach (var entry in entries)
        {
            var budget = ParseBudget(entry, shared, baseline);
            if (!names.Add(budget.Name))
                throw entry.Fault($"two budgets have the name '{budget.Name}': give this one its own {BudgetKey.Title.Name}");
            budgets.Add(budget);
        }

        return new BudgetsFile(budgets);
    }

    /// <summary>The names of the baselines that the budgets need.</summary>
    public IReadOnlyList<string> Baselines =>
        [.. Budgets.Select(budget => budget.Baseline).OfType<string>().Distinct(StringComparer.Ordinal)];

    private static FileBudget ParseBudget(BudgetEntry entry, PlacedText? shared, string? baseline)
    {
        var metric = MetricOf(entry.Required(BudgetKey.Metric));
        var limit = BudgetLimit.Read(entry.Required(BudgetKey.Limit), metric.Unit);
        RequireBeside(entry[BudgetKey.Baseline]);
        if (metric.OfRequests is not null && entry[BudgetKey.Process] is { } misplaced)
            throw misplaced.Fault($"{metric.Name} is of all requests together: use {BudgetKey.Service.Name} instead, or nothing");
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

    private static BudgetMetric MetricOf(PlacedText name)
    {
        var meant = WorstWindowMetrics.Normalise(name.Text);
        return Units.ContainsKey(meant)
            ? BudgetMetric.All.First(metric => metric.Name == meant)
            : throw name.Fault(Condition.Unknown(name.Text, Units.Keys));
    }

    /// <summary>The default name of a budget, from its metric and limit.</summary>
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
                _ => throw bound.Fault($"{BudgetKey.Bound.Name} must be {BudgetKey.AtMost} or {BudgetKey.AtLeast}"),
            };
        }

        return metric.IsOfEitherSide
            ? throw entry.Fault($"{metric.Name} has no default bound: add {BudgetKey.Bound.Name}: {BudgetKey.AtMost}, or "
                + BudgetKey.AtLeast)
            : metric.HigherIsBetter;
    }

    private static string BaselineOf(BudgetEntry entry, PlacedText? shared, string? baseline) =>
        baseline ?? entry[BudgetKey.Baseline]?.Text ?? shared?.Text
        ?? throw entry.Required(BudgetKey.Limit).Fault(
            $"'{entry.Required(BudgetKey.Limit).Text}' is relative: name a stored report with "
            + $"{BudgetKey.Baseline.Line}, or with --baseline");

    private static string? NoBaseline(BudgetEntry entry) => entry[BudgetKey.Baseline] is { } useless
        ? throw useless.Fault($"the limit {entry.Required(BudgetKey.Limit).Text} needs no baseline: a relative limit starts with + or -")
        : null;

    /// <summary>The baseline of a budget. A file outside of the folder can be named only on the command line.</summary>
    private static void RequireBeside(PlacedText? baseline)
    {
        if (baseline is not null && !BaselinePath.IsBeside(baseline.Text))
        {
            throw baseline.Fault(
                $"'{baseline.Text}' is not a .json or .json.gz file in the folder of this file or below: "
                + "name other files on the command line, with --baseline");
        }
    }

    private static long Count(PlacedText? placed) => placed is null ? 0
        : long.TryParse(placed.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            ? count
            : throw placed.Fault($"'{placed.Text}' is not a whole number");

    private static double Duration(PlacedText? placed) => placed is null ? 0
        : Quantities.TryParseDuration(placed.Text, out var nanoseconds)
            ? nanoseconds
            : throw placed.Fault($"'{placed.Text}' is not a duration: write, for example, {BudgetKey.MinDuration.Example}");
}

/// <summary>Restricts the baselines that a budgets file may name, because the user did not type them.</summary>
public static class BaselinePath
{
    private static readonly string[] Endings = [KeptReports.Plain, KeptReports.Packed];

    /// <summary>Whether a name is a stored report in the same folder or below.</summary>
    /// <param name="name">The name, with / between folders.</param>
    public static bool IsBeside(string name) =>
        Array.Exists(Endings, ending => name.EndsWith(ending, StringComparison.Ordinal))
        && !name.Contains('\0', StringComparison.Ordinal)
        && !Path.IsPathRooted(name)
        && name.Split('/', '\\').All(part => part is not ("" or "." or ".."));

    /// <summary>The path of a baseline.</summary>
    /// <param name="budgets">The budgets file that names it.</param>
    /// <param name="name">The name in that file.</param>
    public static string Combine(string budgets, string name) => Path.Combine(Path.GetDirectoryName(budgets) ?? "", name);
}
