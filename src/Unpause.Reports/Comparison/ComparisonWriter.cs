using Spectre.Console;
using Unpause.Recordings.Words;
using Unpause.Reports.Comparison.Documents;
using Unpause.Reports.Markdown;

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
            console.MarkupLine($"[{style}]{word}[/]  {Text(ComparisonText.Describe(condition))}");
        }

        if (comparison.Overhead is { Refusal: null, Text: var overhead }) console.MarkupLine(Text(overhead));
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
            if (ComparisonText.Describe(finding.Prediction, comparison.Metrics) is { } prediction)
            {
                console.MarkupLine($"      {Text(prediction)}");
            }
        }

        if (comparison.Findings.Count == 0) console.MarkupLine("[dim]no finding on either side[/]");
    }

    private void WriteSide(string which, ComparedSideDocument side)
    {
        string?[] facts =
        [
            side.Name,
            side.Runs.Count > 1 ? $"{side.Runs.Count} runs" : null,
            $"{Runtimes.TraitsOf(side.Runtime).Name} {side.RuntimeVersion}".TrimEnd(),
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

/// <summary>The tables of a comparison, for every output.</summary>
internal static class ComparisonTables
{
    /// <summary>The heading of the column of intervals.</summary>
    public const string Interval = "95 % confidence interval";

    private const int Leading = 6;

    /// <summary>Numbers of both sides: the headline and those that are not within noise, or all of them.</summary>
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

/// <summary>A comparison for a pull request or a job's summary.</summary>
public static class ComparisonMarkdown
{
    /// <summary>Writes a comparison.</summary>
    /// <param name="output">The stream to write to; it stays open.</param>
    /// <param name="all">Whether to show numbers within noise, too.</param>
    public static void Write(ComparisonDocument comparison, Stream output, bool all)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        text.WriteLine($"**{MarkdownText.Escaped(comparison.Verdict)}**");
        text.WriteLine();
        MarkdownText.WriteTable(text, ComparisonTables.Metrics(comparison, all) with
        {
            Columns = ["", Named(comparison.Before), Named(comparison.After), "difference", ComparisonTables.Interval, ""],
        });
        foreach (var condition in comparison.Conditions)
        {
            text.WriteLine($"- {(condition.Kind == RunConditionDocument.Confounder ? "differs" : "changed")}: "
                + MarkdownText.Escaped(ComparisonText.Describe(condition)));
        }

        if (comparison.Overhead is { Refusal: null, Text: var overhead }) text.WriteLine($"- {MarkdownText.Escaped(overhead)}");
        foreach (var finding in comparison.Findings)
        {
            var promise = ComparisonText.Describe(finding.Prediction, comparison.Metrics);
            text.WriteLine($"- {finding.State}: {MarkdownText.Escaped(finding.Title)} (`{MarkdownText.Plain(finding.Id)}`)"
                + (promise is null ? "" : $"; {MarkdownText.Escaped(promise)}"));
        }

        if (comparison.Conditions.Count + comparison.Findings.Count > 0) text.WriteLine();
        MarkdownText.WriteTable(text, ComparisonTables.Allocations(comparison));
        foreach (var caveat in comparison.Caveats) text.WriteLine($"> {MarkdownText.Escaped(caveat)}\n");
        text.WriteLine($"unpause {ToolVersion.Text}");
    }

    private static string Named(ComparedSideDocument side) =>
        MarkdownText.Escaped(side.Runs.Count > 1 ? $"{side.Name} ({side.Runs.Count} runs)" : side.Name);
}
