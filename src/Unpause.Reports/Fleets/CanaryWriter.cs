using Spectre.Console;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Reports.Fleets;

/// <summary>The verdict about a candidate for a terminal.</summary>
/// <param name="console">The console to write to.</param>
public sealed class CanaryWriter(IAnsiConsole console)
{
    /// <summary>Writes it.</summary>
    public void Write(CanaryDocument canary)
    {
        FleetHead.Write(console, canary.Text, canary.Source, canary.Notes);
        console.WriteLine();
        Row("verdict", FleetText.Word(canary.Verdict));
        if (canary.ChangePercent is { } change) Row("change", $"{FleetText.Change(change)} of the stop time {FleetText.Per(canary.Per)}");
        Row("least", $"{FleetText.Amount(canary.LeastChangePercent)} % is the least change that matters");
        if (canary.MinutesLeft is { } left) Row("left",
            $"{FleetText.Amount(Math.Ceiling(left))} min until a change of that size would be seen");
        Row("compared", $"{Quantities.Count(canary.CandidateProcesses)} candidate with "
            + $"{Quantities.Count(canary.BaselineProcesses)} baseline processes in {Quantities.Count(canary.Intervals, "interval")}");
        if (FleetText.Open(canary.BaselineReport, canary.CandidateReport) is { } open) Row("reports", open);
    }

    private void Row(string name, string text) => TerminalText.WriteHanging(console, name.PadRight(9), "default", text);
}
