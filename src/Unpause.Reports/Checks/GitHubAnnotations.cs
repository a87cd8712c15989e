using Unpause.Reports;

namespace Unpause.Checks;

/// <summary>
/// Verdicts as annotations of a GitHub workflow, each at its budget's line. Commands are lines <c>::error file=…,line=…,title=…::…</c>
/// (docs.github.com, "Workflow commands for GitHub Actions"); of a step GitHub shows ten errors.
/// </summary>
public static class GitHubAnnotations
{
    /// <summary>Most annotations of one check.</summary>
    public const int Most = 10;

    /// <summary>Writes them, the worst first; beyond ten, the last one counts the others.</summary>
    /// <param name="text">Where to.</param>
    /// <param name="verdicts">The verdicts.</param>
    /// <param name="file">The file of budgets, as the repository has it.</param>
    public static void Write(TextWriter text, IReadOnlyList<CheckVerdict> verdicts, string file)
    {
        List<CheckVerdict> told =
            [.. verdicts.Where(verdict => verdict.Outcome != CheckOutcome.Kept).OrderByDescending(verdict => verdict.Outcome)];
        var shown = told.Count > Most ? Most - 1 : told.Count;
        foreach (var verdict in told.Take(shown))
        {
            var title = $"{VerdictText.Word(verdict.Outcome)}: {verdict.Budget.Name}";
            Write(text, verdict.Outcome, $"file={Property(file)},line={verdict.Budget.Line},title={Property(title)}",
                VerdictText.Sentence(verdict) + VerdictText.Note(verdict.Budget));
        }

        if (told.Count > shown)
        {
            Write(text, told[shown].Outcome, $"file={Property(file)},title={Property("GC budgets")}",
                $"{Quantities.Count(told.Count - shown)} more budgets are not kept: the job's log and summary have all");
        }
    }

    private static void Write(TextWriter text, CheckOutcome outcome, string properties, string message) =>
        text.Write($"::{(outcome == CheckOutcome.Tolerated ? "warning" : "error")} {properties}::{Data(message)}\n");

    /// <summary>A message: a line end would end the command.</summary>
    private static string Data(string text) => text.Replace("%", "%25", StringComparison.Ordinal)
        .Replace("\r", "%0D", StringComparison.Ordinal).Replace("\n", "%0A", StringComparison.Ordinal);

    /// <summary>A property: these two end it besides.</summary>
    private static string Property(string text) => Data(PlainText.Clean(text))
        .Replace(":", "%3A", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);
}
