using Spectre.Console;

namespace Unpause.Reports.Models;

/// <summary>Models and the memory law for a terminal.</summary>
/// <param name="console">The console to write to.</param>
public sealed class ModelWriter(IAnsiConsole console)
{
    /// <summary>Writes the memory law with the user's numbers.</summary>
    public void Write(LawAnswer answer)
    {
        TerminalText.WriteHanging(console, "", "bold", answer.Verdict);
        foreach (var step in answer.Steps) TerminalText.WriteHanging(console, "  ", "default", step);
        TerminalText.WriteTable(answer.Table, console);
        console.WriteLine();
        foreach (var note in answer.Notes) TerminalText.WriteHanging(console, "", "dim", note);
    }

    /// <summary>Writes the fitted models.</summary>
    public void Write(ModelDocument document)
    {
        var isFirst = true;
        foreach (var process in document.Processes)
        {
            if (!isFirst) console.WriteLine();
            isFirst = false;
            Write(process);
        }
    }

    private void Write(ModelOfProcess process)
    {
        TerminalText.WriteHanging(console, "", "bold", ModelText.Verdict(process));
        if (process.Model is not { } model) return;
        foreach (var sentence in ModelText.Basis(model)) TerminalText.WriteHanging(console, "  ", "default", sentence);
        TerminalText.WriteTable(ModelText.Table(process), console);
        console.WriteLine();
        foreach (var sentence in ModelText.TooSmall(process)) TerminalText.WriteHanging(console, "", "default", sentence);
        foreach (var sentence in ModelText.Formula(model)) TerminalText.WriteHanging(console, "", "dim", sentence);
    }
}
