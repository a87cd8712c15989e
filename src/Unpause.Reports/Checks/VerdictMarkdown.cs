using Unpause.Recordings;
using Unpause.Reports.Markdown;

namespace Unpause.Reports.Checks;

/// <summary>Verdicts in Markdown, for job summaries and comments. GitHub shows nothing of a step's summary above 1 MiB.</summary>
public static class VerdictMarkdown
{
    // An escaped character takes up to five bytes, so all together stay below 600 KB.
    private const int MostRows = 300, MostSentences = 50, MostSentenceChars = 1000;

    /// <summary>Writes the verdicts.</summary>
    public static void Write(TextWriter text, IReadOnlyList<CheckVerdict> verdicts)
    {
        text.WriteLine("## GC budgets");
        text.WriteLine();
        text.WriteLine($"**{VerdictText.Summary(verdicts)}**");
        text.WriteLine();
        var table = VerdictText.Table([.. verdicts.OrderByDescending(verdict => verdict.Outcome)]);
        MarkdownText.WriteTable(text, table with { Rows = [.. table.Rows.Take(MostRows)] }, 2);
        if (table.Rows.Count > MostRows) text.WriteLine($"… and {Quantities.Count(table.Rows.Count - MostRows)} rows more\n");
        var sentences = VerdictText.Sentences(verdicts).ToList();
        foreach (var (outcome, sentence) in sentences.Take(MostSentences))
        {
            var shown = sentence.Length <= MostSentenceChars ? sentence : sentence[..MostSentenceChars] + "…";
            text.WriteLine($"- **{VerdictText.Word(outcome)}** {MarkdownText.Escaped(shown)}");
        }

        if (sentences.Count > MostSentences) text.WriteLine($"- … and {Quantities.Count(sentences.Count - MostSentences)} more");
        foreach (var basis in VerdictText.Bases(verdicts)) text.WriteLine($"- {MarkdownText.Escaped(basis)}");
    }
}
