namespace Unpause.Reports.Checks;

/// <summary>
/// Verdicts as annotations of a GitHub workflow, each at its budget's line: <c>::error file=…,line=…,title=…::…</c>
/// (docs.github.com, "Workflow commands for GitHub Actions"). GitHub shows at most ten errors per step.
/// </summary>
public static class GitHubAnnotations
{
    /// <summary>Most annotations of one check.</summary>
    public const int Most = 10;

    /// <summary>Writes the annotations, the worst first; beyond ten, the last one counts the others.</summary>
    /// <param name="text">The writer to write to.</param>
    /// <param name="file">The path of the budgets file in the repository.</param>
    public static void Write(TextWriter text, IReadOnlyList<CheckVerdict> verdicts, string file)
    {
        List<CheckVerdict> reported =
            [.. verdicts.Where(verdict => verdict.Outcome != CheckOutcome.Kept).OrderByDescending(verdict => verdict.Outcome)];
        var shown = reported.Count > Most ? Most - 1 : reported.Count;
        foreach (var verdict in reported.Take(shown))
        {
            var title = $"{VerdictText.Word(verdict.Outcome)}: {verdict.Budget.Name}";
            Write(text, verdict.Outcome, $"file={Property(file)},line={verdict.Budget.Line},title={Property(title)}",
                VerdictText.Sentence(verdict) + VerdictText.Note(verdict.Budget));
        }

        if (reported.Count > shown)
        {
            Write(text, reported[shown].Outcome, $"file={Property(file)},title={Property("GC budgets")}",
                $"{Quantities.Count(reported.Count - shown)} more budgets are not kept; see the job's log and summary");
        }
    }

    private static void Write(TextWriter text, CheckOutcome outcome, string properties, string message) =>
        text.Write($"::{(outcome == CheckOutcome.Tolerated ? "warning" : "error")} {properties}::{Data(message)}\n");

    /// <summary>Escapes a message: a line end would end the command.</summary>
    private static string Data(string text) => text.Replace("%", "%25", StringComparison.Ordinal)
        .Replace("\r", "%0D", StringComparison.Ordinal).Replace("\n", "%0A", StringComparison.Ordinal);

    /// <summary>Escapes a property, which also ends at a colon or a comma.</summary>
    private static string Property(string text) => Data(PlainText.Clean(text))
        .Replace(":", "%3A", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);
}
