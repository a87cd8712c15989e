namespace Unpause.Cli;

/// <summary>
/// A file of options: the part of YAML 1.2 that a list of names and values needs, and no more. <c>name: value</c>, <c>name: [a, b]</c>, or
/// a name with lines of <c>- value</c> below it; comments; plain, 'single' and "double" quoted values. Whatever else YAML has (anchors,
/// tags, nesting, blocks of text) is refused with its place, so nothing that a file says can take more room than the file.
/// </summary>
internal static class SettingsFile
{
    /// <summary>Longer files are refused.</summary>
    public const int MostBytes = 64 * 1024;

    // What begins something of YAML that is no plain value.
    private const string Special = "&*!|>{}[]%@`,";

    private const int MostEntries = 1_000;

    /// <summary>Reads a file's text.</summary>
    /// <param name="name">The file's name, for what is said of it.</param>
    /// <param name="text">All of it.</param>
    /// <exception cref="UserMistake">It is something else; the message has line and column.</exception>
    public static IReadOnlyList<Entry> Read(string name, string text)
    {
        var entries = new List<Entry>();
        var lines = text.ReplaceLineEndings("\n").Split('\n');
        for (var i = 0; i < lines.Length; i++)
        {
            var line = lines[i].TrimEnd();
            var start = line.Length - line.TrimStart(' ').Length;
            if (start == line.Length || line[start] == '#' || (start == 0 && line == "---")) continue;
            if (line.AsSpan(start).StartsWith("- ") || line[start..] == "-")
            {
                if (entries is not [.., { Open: true } list]) throw Mistake(start, "a value of a list, and no name before it");
                list.Values.Add(Value(start + 1, out var end));
                Nothing(end);
                continue;
            }

            if (start > 0) throw Mistake(start, "names begin at the line's beginning; there is nothing below a name but lines of - value");
            var colon = line.IndexOf(':', StringComparison.Ordinal);
            var key = colon < 0 ? "" : line[..colon].TrimEnd();
            if (key.Length == 0 || !key.All(letter => char.IsAsciiLetterLower(letter) || char.IsAsciiDigit(letter) || letter == '-'))
            {
                throw Mistake(0, "write name: value, with the name of an option, such as slow: 400ms");
            }

            if (entries.Exists(known => known.Name == key)) throw Mistake(0, $"{key} stands here twice");
            if (entries.Count == MostEntries) throw Mistake(0, $"more than {MostEntries} names");
            if (colon + 1 < line.Length && line[colon + 1] != ' ') throw Mistake(colon + 1, "a blank is missing behind the colon");
            var values = Values(colon + 1);
            entries.Add(new Entry(key, values, i + 1, Open: values.Count == 0));

            // The value that begins behind blanks; where it ends.
            string Value(int from, out int end)
            {
                while (from < line.Length && line[from] == ' ') from++;
                if (from < line.Length && line[from] is '\'' or '"') return Quoted(from, out end);
                if (from < line.Length && Special.Contains(line[from]))
                {
                    throw Mistake(from, $"{line[from]} begins no plain value: put it in quotes");
                }

                end = from;
                while (end < line.Length && !(line[end] == '#' && line[end - 1] == ' ')) end++;
                var plain = line[from..end].TrimEnd();
                if (plain.Length == 0) throw Mistake(from, "a value is missing");
                return plain.IndexOf(": ", StringComparison.Ordinal) is var at and >= 0
                    ? throw Mistake(from + at, "a colon and a blank in a plain value: put it in quotes")
                    : plain;
            }

            string Quoted(int from, out int end)
            {
                var (quote, value) = (line[from], new System.Text.StringBuilder());
                for (end = from + 1; end < line.Length; end++)
                {
                    if (line[end] == quote && (quote == '"' || end + 1 == line.Length || line[end + 1] != '\''))
                    {
                        end++;
                        return value.ToString();
                    }

                    if (quote == '\'' && line[end] == '\'') end++;
                    else if (quote == '"' && line[end] == '\\' && (++end == line.Length || line[end] is not ('"' or '\\')))
                    {
                        throw Mistake(end - 1, "after \\ only \" and \\ are known");
                    }

                    value.Append(line[end]);
                }

                throw Mistake(from, "the quote is not closed in its line");
            }

            List<string> Values(int from)
            {
                while (from < line.Length && line[from] == ' ') from++;
                if (from >= line.Length || line[from] == '#') return [];
                if (line[from] != '[')
                {
                    var one = Value(from, out var end);
                    Nothing(end);
                    return [one];
                }

                return Bracketed(from);
            }

            List<string> Bracketed(int open)
            {
                var listed = new List<string>();
                for (var from = open + 1; ;)
                {
                    while (from < line.Length && line[from] == ' ') from++;
                    if (from >= line.Length) throw Mistake(open, "the [ is not closed in its line");
                    if (line[from] == ']')
                    {
                        Nothing(from + 1);
                        return listed.Count > 0 ? listed : throw Mistake(open, "an empty list: leave the name out");
                    }

                    if (listed.Count > 0 && line[from] == ',')
                    {
                        from++;
                        while (from < line.Length && line[from] == ' ') from++;
                    }
                    else if (listed.Count > 0) throw Mistake(from, "a comma is missing");
                    if (from < line.Length && line[from] is '\'' or '"') listed.Add(Quoted(from, out from));
                    else
                    {
                        var end = line.AsSpan(from).IndexOfAny(',', ']');
                        if (end <= 0) throw Mistake(from, "a value is missing, or the [ is not closed in its line");
                        listed.Add(line.Substring(from, end).Trim());
                        from += end;
                    }
                }
            }

            void Nothing(int from)
            {
                var rest = line[Math.Min(from, line.Length)..].TrimStart(' ');
                if (rest.Length > 0 && rest[0] != '#') throw Mistake(line.Length - rest.Length, "nothing is expected behind the value");
            }

            UserMistake Mistake(int column, string what) =>
                new($"{name}, line {i + 1}, column {column + 1}: {Reports.PlainText.Clean(what)}");
        }

        return entries.Find(entry => entry.Values.Count == 0) is { } empty
            ? throw new UserMistake($"{name}, line {empty.Line}, column 1: {empty.Name} has no value")
            : entries;
    }

    /// <summary>A name and what is said of it.</summary>
    /// <param name="Name">The option without its hyphens.</param>
    /// <param name="Values">At least one.</param>
    /// <param name="Line">Where the name stands, from 1.</param>
    /// <param name="Open">Whether values may follow in lines of their own.</param>
    internal sealed record Entry(string Name, List<string> Values, int Line, bool Open);
}
