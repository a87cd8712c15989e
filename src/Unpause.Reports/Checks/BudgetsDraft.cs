using Unpause.Reports.Budgets;

namespace Unpause.Reports.Checks;

/// <summary>A first budgets file with limits derived from a run, as a starting point.</summary>
public static class BudgetsDraft
{
    /// <summary>Most processes with budgets of their own.</summary>
    private const int MostProcesses = 20;

    /// <summary>Longest process name that is written whole; the rest becomes a wildcard.</summary>
    private const int MostNameChars = 200;

    /// <summary>The width of the comments.</summary>
    private const int Width = 110;

    /// <summary>The text of the file; null when no metric has a value.</summary>
    /// <param name="reports">The reports of the run.</param>
    /// <param name="from">The input as the user named it.</param>
    public static string? Create(IReadOnlyList<ReportDocument> reports, string from)
    {
        var budgets = new StringBuilder();
        var processes = reports.SelectMany(report => CheckedPlace.FindAll(report, requests: false))
            .GroupBy(place => place.Lasting, StringComparer.Ordinal).Take(MostProcesses).ToList();
        foreach (var same in processes)
        {
            var which = processes.Count > 1 ? same.Key : null;
            foreach (var (metric, says) in UsualMetrics.OfProcesses) Add(budgets, metric, says, [.. same], which);
        }

        List<CheckedPlace> requests = [.. reports.SelectMany(report => CheckedPlace.FindAll(report, requests: true))];
        foreach (var (metric, says) in UsualMetrics.OfRequests) Add(budgets, metric, says, requests, null);
        return budgets.Length == 0 ? null : Head(from) + budgets + Keys();
    }

    private static string Head(string from) =>
        $"""
        # GC budgets: unpause check --budget THIS-FILE RECORDING
        # The limits are the numbers of {PlainText.Clean(from)} plus 50 %.
        # Set the limits that your users need, and delete the other budgets. See docs/budgets-in-ci.md.
        {BudgetKey.Budgets}:

        """;

    /// <summary>All keys with their descriptions, as comments.</summary>
    private static string Keys()
    {
        var text = new StringBuilder("\n# Keys of a budget:\n");
        foreach (var key in BudgetKey.All)
        {
            var lines = TerminalText.Wrap($"{key.Line}   {key.Description}", Width);
            text.Append($"# - {lines[0]}\n");
            foreach (var line in lines.Skip(1)) text.Append($"#   {line}\n");
        }

        return text.ToString();
    }

    /// <summary>Writes a budget for the worst of the same processes; nothing when none has the number.</summary>
    private static void Add(StringBuilder text, BudgetMetric metric, string says, List<CheckedPlace> same, string? process)
    {
        var reported = same.Select(place => place.Process is { } one ? metric.GetValue(one)
            : place.Report.Requests is { } requests ? metric.GetValue(requests) : null).OfType<double>().ToList();
        if (reported.Count == 0) return;
        var worst = metric.HigherIsBetter ? reported.Min() : reported.Max();
        var which = process is null ? "" : $" ({Shortened(process)})";
        text.Append($"  - {BudgetKey.Title.Name}: {Quoted(says + which)}\n");
        text.Append($"    {BudgetKey.Metric.Name}: {metric.Name}\n");
        text.Append($"    {BudgetKey.Limit.Name}: {RoundedLimit.Format(worst, metric.Unit, metric.HigherIsBetter)}");
        text.Append($"   # measured: {Condition.Written(worst, metric.Unit)}\n");
        if (process is not null) text.Append($"    {BudgetKey.Process.Name}: {Quoted(Shortened(process))}\n");
    }

    private static string Shortened(string name) => name.Length <= MostNameChars ? name : name[..MostNameChars] + "*";

    /// <summary>Text in YAML double quotes. Names are already free of control characters.</summary>
    private static string Quoted(string text) =>
        $"\"{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\"";
}

/// <summary>A limit 50 % beyond a measured number, rounded to two digits, as a person would write it.</summary>
internal static class RoundedLimit
{
    /// <summary>Room for run-to-run variance: 50 %.</summary>
    public const double Room = 1.5;

    // 0.4 % plus 50 % is 0.6 %, not 0.61 %.
    private const double Rounding = 1e-9;

    private static readonly (string Suffix, double Size)[] Durations = [("s", 1e9), ("ms", 1e6), ("us", 1e3), ("ns", 1)];

    private static readonly (string Suffix, double Size)[] Sizes =
        [("GiB", 1024.0 * 1024 * 1024), ("MiB", 1024 * 1024), ("KiB", 1024), ("b", 1)];

    /// <summary>The limit as text.</summary>
    /// <param name="isLeast">Whether the limit is a minimum: then the difference to 100 % gets the room.</param>
    public static string Format(double value, BudgetUnit unit, bool isLeast) => unit switch
    {
        BudgetUnit.Duration => In(Durations, value),
        BudgetUnit.Size => In(Sizes, value),
        BudgetUnit.Percent when isLeast => Least(value),
        BudgetUnit.Percent => value == 0 ? "1%" : $"{Text(Math.Min(100, Up(value * Room)))}%",
        _ => Text(Math.Ceiling(value * Room)),
    };

    private static string Least(double percent)
    {
        var missing = Math.Max(0.1, Up((100 - percent) * Room));
        return $"{Text(Math.Max(0, 100 - missing))}%";
    }

    private static string In((string Suffix, double Size)[] units, double value)
    {
        var (suffix, size) = Array.Find(units, unit => value * Room >= unit.Size) is { Suffix: not null } found ? found : units[^1];
        return $"{Text(Math.Max(1, Up(value * Room / size)))}{suffix}";
    }

    /// <summary>Rounds up to two digits, so that the measured value stays below.</summary>
    private static double Up(double value)
    {
        if (value <= 0) return 0;
        var step = Math.Pow(10, Math.Floor(Math.Log10(value)) - 1);
        return Math.Ceiling((value / step) - Rounding) * step;
    }

    private static string Text(double value) => value.ToString("0.#######", CultureInfo.InvariantCulture);
}
