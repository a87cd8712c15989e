namespace Unpause.Cli.Sessions;

/// <summary>The names of the report formats and their file extensions.</summary>
internal static class ReportFormats
{
    private static readonly (string Name, ReportFormat Format, string[] Endings)[] Known =
    [
        ("perfetto", ReportFormat.Perfetto, [".perfetto.json"]),
        ("speedscope", ReportFormat.Speedscope, [".speedscope.json"]),
        ("folded", ReportFormat.Folded, [".folded"]),
        ("pprof", ReportFormat.Pprof, [".pb.gz"]),
        ("requests-csv", ReportFormat.RequestsCsv, [".requests.csv"]),
        ("csv", ReportFormat.Csv, [".csv"]),
        ("hdr", ReportFormat.Hdr, [".hdr", ".hlog"]),
        ("junit", ReportFormat.JUnit, [".junit.xml"]),
        ("terminal", ReportFormat.Terminal, [".txt"]),
        ("json", ReportFormat.Json, [".json"]),
        ("markdown", ReportFormat.Markdown, [".md", ".markdown"]),
        ("html", ReportFormat.Html, [".html", ".htm"]),
    ];

    public static IReadOnlyList<string> Names => [.. Known.Select(known => known.Name)];

    /// <summary>The format of a name.</summary>
    public static ReportFormat Named(string name)
    {
        var index = Array.FindIndex(Known, known => known.Name == name);
        if (index >= 0) return Known[index].Format;
        var meant = NearestWord.Meant(name.ToLowerInvariant(), Names) is { } near ? $"; did you mean {near}?" : "";
        throw new UserMistake($"--format {name} is not supported: use {string.Join(", ", Names)}{meant}");
    }

    /// <summary>The format of a file: by its extension, else by <c>--format</c>.</summary>
    public static ReportFormat OfFile(string path, string? format)
    {
        var name = path.ToLowerInvariant();
        var index = Array.FindIndex(Known, known => known.Endings.Any(ending => name.EndsWith(ending, StringComparison.Ordinal)));
        if (index >= 0) return Known[index].Format;
        if (format is not null) return Named(format);
        throw new UserMistake(
            $"-o {path}: the file extension selects the format: use .html, .json, .md, .txt, .csv, .requests.csv, .hdr, .junit.xml, "
            + ".perfetto.json, .speedscope.json, .folded or .pb.gz, or add --format");
    }
}
