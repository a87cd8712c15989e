using Unpause.Reports;
using Unpause.Reports.Markdown;

namespace Unpause.Checks;

/// <summary>Verdicts in Markdown, as job summaries and comments show it. It stays far below the 1 MiB that GitHub takes of a step.</summary>
public static class VerdictMarkdown
{
    private const int MostRows = 500;

    /// <summary>Writes them.</summary>
    public static void Write(TextWriter text, IReadOnlyList<Verdict> verdicts)
    {
        text.WriteLine("## GC budgets");
        text.WriteLine();
        text.WriteLine($"**{VerdictText.Summary(verdicts)}**");
        text.WriteLine();
        var table = VerdictText.Table([.. verdicts.OrderByDescending(verdict => verdict.Outcome)]);
        MarkdownText.WriteTable(text, table with { Rows = [.. table.Rows.Take(MostRows)] }, 2);
        if (table.Rows.Count > MostRows) text.WriteLine($"… and {Quantities.Count(table.Rows.Count - MostRows)} rows more\n");
        foreach (var (outcome, sentence) in VerdictText.Sentences(verdicts))
            text.WriteLine($"- **{VerdictText.Word(outcome)}** {MarkdownText.Escaped(sentence)}");
        foreach (var basis in VerdictText.Bases(verdicts)) text.WriteLine($"- {MarkdownText.Escaped(basis)}");
    }
}
