namespace Unpause.Fleet.Rows;

/// <summary>The settings of a run as its row has them: <c>name=value</c>, one per line, in order.</summary>
internal static class SettingsText
{
    /// <summary>Joins settings.</summary>
    public static string Join(IEnumerable<(string Name, string Value)> settings) =>
        string.Join('\n', settings.Select(setting => $"{setting.Name}={setting.Value}"));

    /// <summary>Reads them again; a line without a name is none.</summary>
    public static List<KeyValuePair<string, string>> Split(string text)
    {
        var settings = new List<KeyValuePair<string, string>>();
        foreach (var line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            var at = line.IndexOf('=', StringComparison.Ordinal);
            if (at > 0) settings.Add(new(line[..at], line[(at + 1)..]));
        }

        return settings;
    }
}
