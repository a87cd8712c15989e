using System.Text;

namespace Unpause.Reports.Markdown;

/// <summary>Text and tables in Markdown, with untrusted text escaped.</summary>
internal static class MarkdownText
{
    /// <summary>Writes a table; nothing where it has no rows.</summary>
    public static void WriteTable(TextWriter text, TextTable table, int leftColumns = 1)
    {
        if (table.Rows.Count == 0) return;
        text.WriteLine($"| {string.Join(" | ", table.Columns)} |");
        text.WriteLine($"|{string.Concat(table.Columns.Select((_, column) => column < leftColumns ? "---|" : "---:|"))}");
        foreach (var row in table.Rows) text.WriteLine($"| {string.Join(" | ", row.Select(Escaped))} |");
        text.WriteLine();
    }

    /// <summary>Text with all characters escaped that Markdown or HTML interpret.</summary>
    public static string Escaped(string text)
    {
        var escaped = new StringBuilder(text.Length + 8);
        foreach (var character in PlainText.Clean(text))
        {
            if (character is '<') escaped.Append("&lt;");
            else if (character is '>') escaped.Append("&gt;");
            else if (character is '&') escaped.Append("&amp;");
            else if (character is '|' or '`' or '*' or '_' or '[' or ']' or '\\') escaped.Append('\\').Append(character);
            else escaped.Append(character);
        }

        return escaped.ToString();
    }

    /// <summary>Text for a code span, without backticks.</summary>
    public static string Plain(string id) => PlainText.Clean(id).Replace('`', '\'');

    /// <summary>A code block inside a list item.</summary>
    public static string Fenced(string code) => $"  ```\n  {string.Join("\n  ", code.Split('\n').Select(PlainText.Clean))}\n  ```";
}
