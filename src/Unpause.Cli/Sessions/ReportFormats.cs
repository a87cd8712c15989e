namespace Unpause.Cli;

/// <summary>How formats are named and which file endings mean them.</summary>
internal static class ReportFormats
{
    private static readonly (string Name, ReportFormat Format, string[] Endings)[] Known =
    [
        ("perfetto", ReportFormat.Perfetto, [".perfetto.json"]),
        ("speedscope", ReportFormat.Speedscope, [".speedscope.json"]),
        ("folded", ReportFormat.Folded, [".folded"]),
        ("terminal", ReportFormat.Terminal, [".txt"]),
        ("json", ReportFormat.Json, [".json"]),
        ("markdown", ReportFormat.Markdown, [".md", ".markdown"]),
        ("html", ReportFormat.Html, [".html", ".htm"]),
    ];

    /// <summary>All names.</summary>
    public static IReadOnlyList<string> Names => [.. Known.Select(known => known.Name)];

    /// <summary>The format of a name.</summary>
    public static ReportFormat Named(string name)
    {
        var index = Array.FindIndex(Known, known => known.Name == name);
        return index >= 0
            ? Known[index].Format
            : throw new UserMistake($"--format {name} is not known: use {string.Join(", ", Known.Select(known => known.Name))}{
                (NearestWord.Meant(name.ToLowerInvariant(), Known.Select(known => known.Name)) is { } meant ? $"; did you mean {meant}?" : "")}");
    }

    /// <summary>The format of a file: by its ending, else by <c>--format</c>.</summary>
    public static ReportFormat OfFile(string path, string? format)
    {
        var name = path.ToLowerInvariant();
        var index = Array.FindIndex(Known, known => known.Endings.Any(ending => name.EndsWith(ending, StringComparison.Ordinal)));
        if (index >= 0) return Known[index].Format;
        if (format is not null) return Named(format);
        throw new UserMistake(
            $"-o {path}: the ending tells the format: use .html, .json, .md, .txt, .perfetto.json, .speedscope.json "
            + "or .folded, or add --format");
    }
}
