using Unpause.Recordings;

namespace Unpause.Cli.Checking;

/// <summary>The names of a check's formats and their file extensions.</summary>
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

    /// <summary>The format of a name; terminal text when the name is null.</summary>
    /// <exception cref="UserMistake">There is no such format.</exception>
    public static CheckFormat Named(string? name)
    {
        if (name is null) return CheckFormat.Terminal;
        var index = Array.FindIndex(Known, known => known.Name == name);
        if (index >= 0) return Known[index].Format;
        var meant = NearestWord.Meant(name.ToLowerInvariant(), Names) is { } near ? $"; did you mean {near}?" : "";
        throw new UserMistake($"--format {name} is not supported: use {string.Join(", ", Names)}{meant}");
    }

    /// <summary>The format of a file, by its extension.</summary>
    /// <exception cref="UserMistake">The extension selects no format.</exception>
    public static CheckFormat OfFile(string path)
    {
        var name = path.ToLowerInvariant();
        var index = Array.FindIndex(Known, known => known.Endings.Any(ending => name.EndsWith(ending, StringComparison.Ordinal)));
        return index >= 0
            ? Known[index].Format
            : throw new UserMistake($"-o {path}: the file extension selects the format: use .junit.xml, .md, .json or .txt");
    }
}
