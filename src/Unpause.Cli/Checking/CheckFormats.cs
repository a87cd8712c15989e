namespace Unpause.Cli;

/// <summary>How a check's formats are named, and which file endings mean them.</summary>
internal static class CheckFormats
{
    private static readonly (string Name, CheckFormat Format, string[] Endings)[] Known =
    [
        ("terminal", CheckFormat.Terminal, [".txt"]),
        ("github", CheckFormat.GitHub, []),
        ("markdown", CheckFormat.Markdown, [".md", ".markdown"]),
        ("json", CheckFormat.Json, [".json"]),
        ("junit", CheckFormat.JUnit, [".xml"]),
    ];

    /// <summary>All names.</summary>
    public static IReadOnlyList<string> Names => [.. Known.Select(known => known.Name)];

    /// <summary>The format of a name; text for people when there is none.</summary>
    /// <exception cref="UserMistake">It is no format.</exception>
    public static CheckFormat Named(string? name)
    {
        if (name is null) return CheckFormat.Terminal;
        var index = Array.FindIndex(Known, known => known.Name == name);
        if (index >= 0) return Known[index].Format;
        var meant = NearestWord.Meant(name.ToLowerInvariant(), Names) is { } near ? $"; did you mean {near}?" : "";
        throw new UserMistake($"--format {name} is not known: use {string.Join(", ", Names)}{meant}");
    }

    /// <summary>The format of a file, by its ending.</summary>
    /// <exception cref="UserMistake">It has none that is known.</exception>
    public static CheckFormat OfFile(string path)
    {
        var name = path.ToLowerInvariant();
        var index = Array.FindIndex(Known, known => known.Endings.Any(ending => name.EndsWith(ending, StringComparison.Ordinal)));
        return index >= 0
            ? Known[index].Format
            : throw new UserMistake($"-o {path}: the ending tells the format: use .junit.xml, .md, .json or .txt");
    }
}
