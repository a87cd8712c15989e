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

    private static readonly (string Metric, string Says)[] OfProcesses =
    [
        ("max_pause", "longest stop for a collection"), ("p99_pause", "99 of 100 stops are shorter"),
        ("throughput", "share of the time outside of stops"), ("peak_heap", "most that the heap held"),
        ("live_set", "what is in use after a full collection"),
    ];

    private static readonly (string Metric, string Says)[] OfRequests =
    [
        ("p99_request", "99 of 100 requests are faster"), ("slow_percent", "share of slow requests"),
        ("slow_because_of_gc", "slow requests that the collector made slow"),
    ];

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
            foreach (var (name, says) in OfProcesses) Add(budgets, Metric(name), says, [.. same], processes.Count > 1 ? same.Key : null);
        }

        List<CheckedPlace> requests = [.. reports.SelectMany(report => CheckedPlace.Of(report, requests: true))];
        foreach (var (name, says) in OfRequests) Add(budgets, Metric(name), says, requests, null);
        return budgets.Length == 0 ? null : Head(from) + budgets;
    }

    private static BudgetMetric Metric(string name) => BudgetMetric.All.First(metric => metric.Name == name);

    private static string Head(string from) =>
        $"""
        # GC budgets: unpause check --budget THIS-FILE RECORDING
        # The limits are the numbers of {PlainText.Clean(from)} and half as much again.
        # Set those that your users need, and delete what you don't care about. More keys: docs/budgets-in-ci.md
        # A limit such as +10% is relative to a stored report (baseline: main.json).
        {BudgetKey.Budgets}:

        """;

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
