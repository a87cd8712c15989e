using Spectre.Console;

namespace Unpause.Reports;

/// <summary>What all terminal output is made of.</summary>
internal static class TerminalText
{
    /// <summary>Text for markup, with what a recording must not bring into a terminal taken out.</summary>
    public static string Safe(string text) => Markup.Escape(PlainText.Clean(text));

    /// <summary>Writes a table after an empty line; nothing when it has no rows.</summary>
    public static void WriteTable(TextTable table, IAnsiConsole console)
    {
        if (table.Rows.Count == 0) return;
        console.WriteLine();
        var shown = new Table { Border = TableBorder.None, ShowHeaders = true };
        for (var i = 0; i < table.Columns.Count; i++)
        {
            var last = i == table.Columns.Count - 1;
            var column = new TableColumn($"[grey]{Safe(table.Columns[i])}[/]") { Padding = new Padding(0, 0, last ? 0 : 2, 0) };
            if (i != table.WrappingColumn) column.NoWrap();
            shown.AddColumn(i == 0 || i == table.WrappingColumn ? column : column.RightAligned());
        }

        foreach (var row in table.Rows) shown.AddRow([.. row.Select(cell => new Markup(Safe(cell)))]);
        console.Write(shown);
    }

    /// <summary>A paragraph whose further lines stand under its text, not under its mark.</summary>
    public static void WriteIndented(IAnsiConsole console, string mark, string markup)
    {
        var grid = new Grid();
        grid.AddColumn(new GridColumn { NoWrap = true, Padding = new Padding(0, 0, 0, 0), Width = mark.Length });
        grid.AddColumn(new GridColumn { Padding = new Padding(0, 0, 0, 0) });
        grid.AddRow(new Markup($"[grey]{mark}[/]"), new Markup(markup));
        console.Write(grid);
    }
}
