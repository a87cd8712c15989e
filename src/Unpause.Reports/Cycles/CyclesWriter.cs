using Spectre.Console;
using Unpause.Recordings;
using Unpause.Recordings.Cycles;

namespace Unpause.Reports.Cycles;

/// <summary>Reference cycles for a terminal: the answer, then a paragraph for each group.</summary>
/// <param name="console">The console to write to.</param>
/// <param name="groups">How many groups are shown.</param>
public sealed class CyclesWriter(IAnsiConsole console, int groups)
{
    private const string Indent = "   ";

    /// <summary>Writes the cycles.</summary>
    public void Write(CyclesDocument document)
    {
        TerminalText.WriteHanging(console, "", "bold", CyclesText.Verdict(document));
        foreach (var sentence in CyclesText.Basis(document)) TerminalText.WriteHanging(console, "", "default", sentence);
        var number = 0;
        foreach (var group in document.Groups.Take(groups)) Write(group, ++number);
        var rest = document.Groups.Count + document.GroupsLeftOut - number;
        if (rest <= 0) return;
        console.WriteLine();
        console.MarkupLine($"[dim]{Quantities.Count(rest)} more groups of cycles: --top {rest + number}, or --format json[/]");
    }

    private void Write(CycleGroup group, int number)
    {
        console.WriteLine();
        TerminalText.WriteHanging(console, "", "bold", CyclesText.Heading(group, number));
        if (group.PathText is { } path) Line(path);
        Line(CyclesText.Each(group));
        Line(CyclesText.With(group));
        Line(CyclesText.Numbers(group));
        if (group.Origin is { } origin) Line($"created at {origin}");
        TerminalText.WriteHanging(console, $"{Indent}→ ", "default", group.Cure.Text);
    }

    private void Line(string text) => TerminalText.WriteHanging(console, Indent, "default", text);
}
