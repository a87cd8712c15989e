using Spectre.Console;
using Unpause.Recordings;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>A comparison for a terminal: the answer, the numbers, the findings, and conditions that differ.</summary>
/// <param name="console">The console to write to.</param>
/// <param name="all">Whether to show numbers within noise, too.</param>
public sealed class ComparisonWriter(IAnsiConsole console, bool all)
{
    /// <summary>Writes the whole comparison.</summary>
    public void Write(ComparisonDocument comparison)
    {
        console.MarkupLine($"[bold]{Text(comparison.Verdict)}[/]");
        console.WriteLine();
        WriteSide("before", comparison.Before);
        WriteSide("after", comparison.After);
        WriteNumbers(comparison);
        foreach (var condition in comparison.Conditions)
        {
            var (style, word) = condition.Kind == RunConditionDocument.Confounder ? ("yellow", "differs") : ("dim", "changed");
            console.MarkupLine($"[{style}]{word}[/]  {Text(ComparisonText.Told(condition))}");
        }

        WriteFindings(comparison);
        if (comparison.Allocations.Count > 0) Write(ComparisonTables.Allocations(comparison), 2);
        foreach (var caveat in comparison.Caveats) console.MarkupLine($"[yellow]note[/]  {Text(caveat)}");
    }

    /// <summary>Writes the table of numbers.</summary>
    public void WriteNumbers(ComparisonDocument comparison)
    {
        Write(ComparisonTables.Metrics(comparison, all), 5);
        foreach (var metric in comparison.Metrics.Where(metric => metric.Verdict == ComparedMetricDocument.NotComparable).Take(1))
            console.MarkupLine($"[yellow]not comparable[/]  {Text(metric.Reason ?? "")}: the verdict of each affected number says so");
        if (ComparisonTables.LeftOut(comparison, all) is > 0 and var rest)
            console.MarkupLine($"[dim]{Quantities.Count(rest)} more within noise or not judged: show them with --all[/]");
    }

    /// <summary>Writes which findings are gone, new or unchanged, with predicted and measured improvements.</summary>
    public void WriteFindings(ComparisonDocument comparison)
    {
        foreach (var finding in comparison.Findings)
        {
            var runs = finding.State == ComparedFindingDocument.Intermittent
                ? $" [dim]({finding.RunsBefore} of {comparison.Before.Runs.Count} runs before, "
                    + $"{finding.RunsAfter} of {comparison.After.Runs.Count} after)[/]"
                : "";
            console.MarkupLine($"[dim]{finding.State}[/]  {Text(finding.Title)} [dim]{Text(finding.Id)}[/]{runs}");
            if (ComparisonText.Told(finding.Prediction, comparison.Metrics) is { } promise) console.MarkupLine($"      {Text(promise)}");
        }

        if (comparison.Findings.Count == 0) console.MarkupLine("[dim]no finding on either side[/]");
    }

    private void WriteSide(string which, ComparedSideDocument side)
    {
        string?[] facts =
        [
            side.Name,
            side.Runs.Count > 1 ? $"{side.Runs.Count} runs" : null,
            $"{Recordings.Words.Runtimes.TraitsOf(side.Runtime).Name} {side.RuntimeVersion}".TrimEnd(),
            side.Collector,
            side.DurationMs is { } length ? $"{Quantities.Duration(length * 1e6)} recorded" : null,
        ];
        console.MarkupLine($"[dim]{which,-7}[/] {Text(string.Join(" · ", facts.OfType<string>()))}");
    }

    private void Write(TextTable table, int left)
    {
        var shown = new Table { Border = TableBorder.Simple, UseSafeBorder = false };
        for (var i = 0; i < table.Columns.Count; i++)
        {
            var title = table.Columns[i] == ComparisonTables.Interval ? "95 % confidence\ninterval" : table.Columns[i];
            var column = new TableColumn($"[dim]{Markup.Escape(title)}[/]").PadLeft(0);
            shown.AddColumn(i == 0 ? column : i == left ? column.NoWrap() : column.RightAligned().NoWrap());
        }

        foreach (var row in table.Rows) shown.AddRow([.. row.Select(Text)]);
        console.Write(shown);
    }

    private static string Text(string text) => Markup.Escape(PlainText.Clean(text));
}
