using Spectre.Console;

namespace Unpause.Reports;

/// <summary>Helpers of all terminal output.</summary>
internal static class TerminalText
{
    private const int LeastWidth = 20;

    /// <summary>Text for markup, cleaned from control characters.</summary>
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
            var column = new TableColumn($"[dim]{Safe(table.Columns[i])}[/]") { Padding = new Padding(0, 0, last ? 0 : 2, 0) };
            if (i != table.WrappingColumn || table.HasLines) column.NoWrap();
            shown.AddColumn(i == 0 || i == table.WrappingColumn ? column : column.RightAligned());
        }

        foreach (var row in table.Rows)
        {
            shown.AddRow([.. row.Select((cell, i) =>
                new Markup(table.HasLines && i == table.WrappingColumn ? Markup.Escape(cell) : Safe(cell)))]);
        }

        console.Write(shown);
    }

    /// <summary>A paragraph in one style with a hanging indent and no trailing spaces.</summary>
    public static void WriteHanging(IAnsiConsole console, string mark, string style, string text) =>
        WriteHanging(console, mark, "dim", style, text, null);

    /// <summary>A paragraph with a hanging indent, a mark of another style, and an ID after it.</summary>
    public static void WriteHanging(IAnsiConsole console, string mark, string markStyle, string style, string text, string? id)
    {
        var width = Math.Max(LeastWidth, console.Profile.Width - mark.Length - 1);
        var lines = Wrap(PlainText.Clean(text), width);
        if (id is not null && lines[^1].Length + 2 + id.Length > width) lines.Add("");
        for (var i = 0; i < lines.Count; i++)
        {
            var head = i == 0 && mark.Trim().Length > 0 ? $"[{markStyle}]{Markup.Escape(mark)}[/]" : new string(' ', mark.Length);
            var tail = id is not null && i == lines.Count - 1 ? $"{(lines[i].Length == 0 ? "" : "  ")}[dim]{Safe(id)}[/]" : "";
            console.MarkupLine($"{head}[{style}]{Markup.Escape(lines[i])}[/]{tail}");
        }
    }

    /// <summary>Text wrapped to a width, at spaces where possible.</summary>
    internal static List<string> Wrap(string text, int width)
    {
        var lines = new List<string>();
        for (var rest = text; ;)
        {
            if (rest.Length <= width)
            {
                lines.Add(rest.TrimEnd());
                return lines;
            }

            var end = rest.LastIndexOf(' ', width, width);
            if (end <= 0) end = width;
            lines.Add(rest[..end].TrimEnd());
            rest = rest[end..].TrimStart();
        }
    }

    /// <summary>A paragraph whose lines are indented to its text, not to its mark.</summary>
    public static void WriteIndented(IAnsiConsole console, string mark, string markup)
    {
        var grid = new Grid();
        grid.AddColumn(new GridColumn { NoWrap = true, Padding = new Padding(0, 0, 0, 0), Width = mark.Length });
        grid.AddColumn(new GridColumn { Padding = new Padding(0, 0, 0, 0) });
        grid.AddRow(new Markup($"[dim]{mark}[/]"), new Markup(markup));
        console.Write(grid);
    }
}
