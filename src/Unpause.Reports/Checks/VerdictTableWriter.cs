using Spectre.Console;

namespace Unpause.Reports.Checks;

/// <summary>Verdicts for a terminal: a table, sentences on what is not kept, and the counts.</summary>
public static class VerdictTableWriter
{
    /// <summary>Sentences on the budgets that are not kept.</summary>
    public static IEnumerable<string> Sentences(IReadOnlyList<CheckVerdict> verdicts) =>
        VerdictText.Sentences(verdicts).Select(told => $"{VerdictText.Word(told.Outcome)}: {told.Sentence}");

    /// <summary>Writes the verdicts.</summary>
    public static void Write(IAnsiConsole console, IReadOnlyList<CheckVerdict> verdicts)
    {
        TerminalText.WriteTable(VerdictText.Table(verdicts), console);
        console.WriteLine();
        foreach (var (outcome, sentence) in VerdictText.Sentences(verdicts))
        {
            var style = outcome == CheckOutcome.Tolerated ? "yellow" : "red";
            TerminalText.WriteHanging(console, $"{VerdictText.Word(outcome)} ", style, "default", sentence, null);
        }

        foreach (var basis in VerdictText.Bases(verdicts)) TerminalText.WriteHanging(console, "", "default", basis);
        TerminalText.WriteHanging(console, "", "bold", VerdictText.Summary(verdicts));
    }
}
