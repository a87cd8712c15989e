using Spectre.Console;
using Unpause.Reports;

namespace Unpause.Checks;

/// <summary>Verdicts for people: a table, what must be read of it, and the count.</summary>
public static class VerdictTableWriter
{
    /// <summary>What must be read of them, a sentence each.</summary>
    public static IEnumerable<string> Sentences(IReadOnlyList<CheckVerdict> verdicts) =>
        VerdictText.Sentences(verdicts).Select(told => $"{VerdictText.Word(told.Outcome)}: {told.Sentence}");

    /// <summary>Writes them.</summary>
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
