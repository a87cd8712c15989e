using System.Text;
using Unpause.Recordings;
using Unpause.Reports.Comparison.Documents;
using Unpause.Reports.Markdown;

namespace Unpause.Reports.Comparison;

/// <summary>A comparison for a pull request or a job's summary.</summary>
public static class ComparisonMarkdown
{
    /// <summary>Writes a comparison.</summary>
    /// <param name="comparison">The comparison.</param>
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
                + MarkdownText.Escaped(ComparisonText.Told(condition)));
        }

        foreach (var finding in comparison.Findings)
        {
            var promise = ComparisonText.Told(finding.Prediction, comparison.Metrics);
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
