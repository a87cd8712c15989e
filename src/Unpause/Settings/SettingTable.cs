namespace Unpause.Settings;

/// <summary>
/// Reads the catalogue's YAML: a list of flat maps, whose values are texts or lists in brackets on one line; comments on lines of
/// their own. The files are ours, so what is not that is a defect.
/// </summary>
internal static class SettingTable
{
    /// <summary>The maps in order, each with its values; a text is a list of one.</summary>
    /// <param name="yaml">The file.</param>
    /// <exception cref="FormatException">A line is none of the table.</exception>
    public static List<Dictionary<string, string[]>> Read(string yaml)
    {
        var rows = new List<Dictionary<string, string[]>>();
        foreach (var whole in yaml.Split('\n'))
        {
            var line = whole.TrimEnd();
            if (line.Length == 0 || line[0] == '#') continue;
            var starts = line.StartsWith("- ", StringComparison.Ordinal);
            if (starts) rows.Add(new(StringComparer.Ordinal));
            else if (!line.StartsWith("  ", StringComparison.Ordinal) || rows.Count == 0) throw new FormatException($"no row: {line}");
            var colon = line.IndexOf(": ", StringComparison.Ordinal);
            if (colon < 0) throw new FormatException($"no value: {line}");
            rows[^1].Add(line[2..colon], ValuesOf(line[(colon + 2)..].Trim()));
        }

        return rows;
    }

    private static string[] ValuesOf(string text)
    {
        if (text is not ['[', .. var inner, ']']) return [Plain(text)];
        return [.. inner.Split(',', StringSplitOptions.TrimEntries).Select(Plain)];
    }

    private static string Plain(string text) => text is ['"', .. var quoted, '"'] ? quoted : text;
}
