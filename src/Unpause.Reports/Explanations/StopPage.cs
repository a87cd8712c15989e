using Spectre.Console;
using static Unpause.Reports.TerminalText;

namespace Unpause.Reports.Explanations;

/// <summary>One stop on the terminal: what, why, what to do; with its parts, questions and peers if wanted.</summary>
public static class StopPage
{
    /// <summary>Writes it.</summary>
    /// <param name="verbose">Whether to show what the three lines are made of.</param>
    public static void Write(StopExplanationDocument stop, bool verbose, IAnsiConsole console)
    {
        foreach (var (label, text, isSetting) in StopLines.Lines(stop, "what"))
        {
            WriteHanging(console, $"{label,-5} ", "dim", isSetting ? "cyan" : label == "what" ? "bold" : "none", text, null);
        }

        if (!verbose) return;
        WriteTable(Parts(stop), console);
        WriteTable(Answers(stop), console);
        if (stop.Peers is { } peers)
        {
            console.WriteLine();
            var work = peers.Work is { } measure
                ? $"; {measure}: {Quantities.Count(peers.Amount ?? 0)}, median {Quantities.Count(peers.MedianAmount ?? 0)}"
                : "";
            WriteHanging(console, "peers ", "none", $"{Quantities.Count(peers.Count)}, median {Cell.Duration(peers.MedianMs)}{work}");
        }

        foreach (var missing in stop.NotRecorded)
        {
            WriteHanging(console, "not recorded: ", "dim", $"{missing.What} ({missing.Record})");
        }
    }

    private static TextTable Parts(StopExplanationDocument stop) => new(
        ["part", "phase", "time", "share"],
        [.. stop.Parts.Select(part => (string[])
        [
            part.Kind,
            part.Phase ?? "",
            Cell.Duration(part.DurationMs),
            Quantities.Percent(100.0 * part.DurationMs.Nanoseconds / Math.Max(1, stop.DurationMs.Nanoseconds)),
        ])]);

    private static TextTable Answers(StopExplanationDocument stop) => new(
        ["question", "answer", "time", "found"],
        [.. stop.Answers.Select(answer => (string[])
        [
            answer.Question,
            answer.Answer switch { null => "not recorded", true => "yes", false => "no" },
            answer.DurationMs is null ? "" : Cell.Duration(answer.DurationMs),
            answer.Word ?? "",
        ])]);
}
