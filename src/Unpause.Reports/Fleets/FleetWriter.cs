using Spectre.Console;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Reports.Fleets;

/// <summary>A fleet for a terminal of 80 columns: the answer, what it is made of, then a table for each question.</summary>
/// <param name="console">The console to write to.</param>
public sealed class FleetWriter(IAnsiConsole console)
{
    private const int FewRows = 10;

    /// <summary>Whether all rows are written, not only the first of each table.</summary>
    public bool IsVerbose { get; init; }

    /// <summary>Writes it.</summary>
    public void Write(FleetDocument fleet)
    {
        FleetHead.Write(console, fleet.Verdict, fleet.Source, fleet.Notes);
        var tables = FleetTable.Of(fleet).ToList();
        foreach (var table in tables) Write(table);
        var unanswered = fleet.NotAnswered.Select(refusal => refusal.Question).ToHashSet(StringComparer.Ordinal);
        List<string> empty =
            [.. tables.Where(table => table.Rows.Count == 0).Select(table => table.Question).Where(name => !unanswered.Contains(name))];
        if (empty.Count > 0 && fleet.Source.Processes > 0)
        {
            WriteTitle("Nothing found");
            TerminalText.WriteHanging(console, "  ", "dim", string.Join(", ", empty));
        }

        var refusals = fleet.NotAnswered.Where(refusal => refusal.Reason != FleetQuestion.NotAsked).ToList();
        if (refusals.Count == 0) return;
        WriteTitle("Not answered");
        foreach (var refusal in refusals) TerminalText.WriteHanging(console, "  ", "dim", $"{refusal.Question}: {refusal.Reason}");
    }

    private void Write(FleetTable table)
    {
        if (table.Rows.Count == 0) return;
        var rows = IsVerbose ? table.Rows : [.. table.Rows.Take(FewRows)];
        WriteTitle(table.Title);
        console.Write(TableOf(table, rows));
        var isNumbered = rows.Count > 1;
        for (var i = 0; i < rows.Count; i++)
        {
            Write(isNumbered ? $"{i + 1}".PadLeft(2) + " " : "→ ", rows[i].More, rows[i].Open);
        }

        var more = table.Rows.Count - rows.Count;
        if (more > 0) console.MarkupLine($"[dim]{Quantities.Count(more)} more: --verbose, or -o fleet.html[/]");
    }

    /// <summary>What to do, and the command, which has a line of its own where both do not fit.</summary>
    private void Write(string mark, string more, string? open)
    {
        var line = FleetText.Line(more, open);
        if (line.Length == 0) return;
        var width = console.Profile.Width - mark.Length - 1;
        if (line.Length <= width || more.Length == 0 || open is null)
        {
            TerminalText.WriteHanging(console, mark, "default", line);
            return;
        }

        TerminalText.WriteHanging(console, mark, "default", more);
        TerminalText.WriteHanging(console, new string(' ', mark.Length), "dim", open);
    }

    /// <summary>The rows; of several, each has the number of its line below the table.</summary>
    private static Table TableOf(FleetTable table, IReadOnlyList<FleetTable.Row> rows)
    {
        var isNumbered = rows.Count > 1;
        var shown = new Table { Border = TableBorder.None, ShowHeaders = true };
        if (isNumbered) shown.AddColumn(new TableColumn("").NoWrap().Padding(0, 0, 1, 0).RightAligned());
        for (var i = 0; i < table.Columns.Length; i++)
        {
            var column = new TableColumn($"[dim]{string.Join('\n', table.Columns[i].Head.Split('\n').Select(TerminalText.Safe))}[/]")
                .Padding(0, 0, i == table.Columns.Length - 1 ? 0 : 2, 0);
            shown.AddColumn(table.Columns[i].IsNumber ? column.RightAligned().NoWrap() : column);
        }

        for (var i = 0; i < rows.Count; i++)
        {
            var number = isNumbered ? (IEnumerable<Markup>)[new Markup($"[dim]{i + 1}[/]")] : [];
            shown.AddRow([.. number, .. rows[i].Cells.Select(cell => new Markup(TerminalText.Safe(cell)))]);
        }

        return shown;
    }

    private void WriteTitle(string title)
    {
        console.WriteLine();
        console.MarkupLine($"[bold]{title}[/]");
    }
}

/// <summary>The beginning of every answer about a fleet.</summary>
internal static class FleetHead
{
    /// <summary>Writes the answer, its source, what was left out, and the notes.</summary>
    public static void Write(IAnsiConsole console, string verdict, FleetSourceDocument source, IReadOnlyList<string> notes)
    {
        TerminalText.WriteHanging(console, "", "bold", verdict);
        TerminalText.WriteHanging(console, "", "dim", FleetText.Source(source));
        foreach (var left in FleetText.LeftOut(source)) TerminalText.WriteHanging(console, "left out ", "yellow", "default", left, null);
        foreach (var note in notes) TerminalText.WriteHanging(console, "note ", "yellow", "default", note, null);
    }
}
