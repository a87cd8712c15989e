using System.Text;
using Unpause.Reports;
using Unpause.Reports.Budgets;
using Unpause.Reports.Documents;

namespace Unpause.Checks;

/// <summary>A first file of budgets with the numbers of a run and room beyond them: something to read and to change.</summary>
public static class BudgetsDraft
{
    /// <summary>Most processes that get budgets of their own.</summary>
    private const int MostProcesses = 20;

    /// <summary>Longest name of a process that is written whole; what is behind it is any text.</summary>
    private const int MostNameChars = 200;

    /// <summary>Columns of the comments.</summary>
    private const int Width = 110;

    /// <summary>The file's text; null when nothing can be bounded.</summary>
    /// <param name="reports">The run.</param>
    /// <param name="from">What it was read from, as the user named it.</param>
    public static string? Of(IReadOnlyList<ReportDocument> reports, string from)
    {
        var budgets = new StringBuilder();
        var processes = reports.SelectMany(report => CheckedPlace.Of(report, requests: false))
            .GroupBy(place => place.Lasting, StringComparer.Ordinal).Take(MostProcesses).ToList();
        foreach (var same in processes)
        {
            var which = processes.Count > 1 ? same.Key : null;
            foreach (var (metric, says) in UsualMetrics.OfProcesses) Add(budgets, metric, says, [.. same], which);
        }

        List<CheckedPlace> requests = [.. reports.SelectMany(report => CheckedPlace.Of(report, requests: true))];
        foreach (var (metric, says) in UsualMetrics.OfRequests) Add(budgets, metric, says, requests, null);
        return budgets.Length == 0 ? null : Head(from) + budgets + Keys();
    }

    private static string Head(string from) =>
        $"""
        # GC budgets: unpause check --budget THIS-FILE RECORDING
        # The limits are the numbers of {PlainText.Clean(from)} and half as much again.
        # Set those that your users need, and delete what you don't care about. docs/budgets-in-ci.md has more.
        {BudgetKey.Budgets}:

        """;

    /// <summary>All keys with what they say, as comments.</summary>
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

    /// <summary>Writes a budget for the worst of the same processes; nothing when none tells the number.</summary>
    private static void Add(StringBuilder text, BudgetMetric metric, string says, List<CheckedPlace> same, string? process)
    {
        var told = same.Select(place => place.Process is { } one ? metric.Of(one)
            : place.Report.Requests is { } requests ? metric.Of(requests) : null).OfType<double>().ToList();
        if (told.Count == 0) return;
        var worst = metric.HigherIsBetter ? told.Min() : told.Max();
        var which = process is null ? "" : $" ({Shortened(process)})";
        text.Append($"  - {BudgetKey.Title.Name}: {Quoted(says + which)}\n");
        text.Append($"    {BudgetKey.Metric.Name}: {metric.Name}\n");
        text.Append($"    {BudgetKey.Limit.Name}: {RoundedLimit.Of(worst, metric.Unit, metric.HigherIsBetter)}");
        text.Append($"   # measured: {Condition.Written(worst, metric.Unit)}\n");
        if (process is not null) text.Append($"    {BudgetKey.Process.Name}: {Quoted(Shortened(process))}\n");
    }

    private static string Shortened(string name) => name.Length <= MostNameChars ? name : name[..MostNameChars] + "*";

    /// <summary>A text in YAML's double quotes. Control characters are gone from names by then.</summary>
    private static string Quoted(string text) =>
        $"\"{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\"";
}
