using System.Text;

namespace Unpause.Reports.Markdown;

/// <summary>Text and tables of Markdown in which nothing of a recording has a meaning.</summary>
internal static class MarkdownText
{
    /// <summary>A table; nothing where it has no rows.</summary>
    public static void WriteTable(TextWriter text, TextTable table, int leftColumns = 1)
    {
        if (table.Rows.Count == 0) return;
        text.WriteLine($"| {string.Join(" | ", table.Columns)} |");
        text.WriteLine($"|{string.Concat(table.Columns.Select((_, column) => column < leftColumns ? "---|" : "---:|"))}");
        foreach (var row in table.Rows) text.WriteLine($"| {string.Join(" | ", row.Select(Escaped))} |");
        text.WriteLine();
    }

    /// <summary>Text in which no character has a meaning in Markdown or HTML.</summary>
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

    /// <summary>Text that ends no code span.</summary>
    public static string Plain(string id) => PlainText.Clean(id).Replace('`', '\'');

    /// <summary>Code in a block of its own inside a list's item.</summary>
    public static string Fenced(string code) => $"  ```\n  {string.Join("\n  ", code.Split('\n').Select(PlainText.Clean))}\n  ```";
}
