using Unpause.Cli.Sending;
using Unpause.Reports.Checks;

namespace Unpause.Cli.Checking;

/// <summary>Writes verdicts where the user wants them.</summary>
internal static class CheckOutput
{
    /// <summary>Prints them.</summary>
    /// <exception cref="OutputFailure">Standard output can't be written.</exception>
    public static void Print(CheckRequest request, IReadOnlyList<CheckVerdict> verdicts)
    {
        if (request.Printed == CheckFormat.Terminal)
        {
            VerdictTableWriter.Write(Terminal.ForResults(), verdicts);
            return;
        }

        using var output = StandardStreams.OpenOutput();
        Write(output, request.Printed, request, verdicts);
    }

    /// <summary>Writes them into a stream.</summary>
    public static void Write(Stream stream, CheckFormat format, CheckRequest request, IReadOnlyList<CheckVerdict> verdicts)
    {
        switch (format)
        {
            case CheckFormat.Json: VerdictJson.Write(stream, verdicts, request.Budgets); return;
            case CheckFormat.JUnit: VerdictJUnit.Write(stream, verdicts); return;
        }

        using var text = new StreamWriter(stream, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        switch (format)
        {
            case CheckFormat.Markdown: VerdictMarkdown.Write(text, verdicts); break;
            case CheckFormat.GitHub: WriteForGitHub(text, request, verdicts); break;
            default: VerdictTableWriter.Write(Terminal.Plain(text), verdicts); break;
        }
    }

    /// <summary>The table, with GitHub's workflow commands disabled for process names in it, and then the annotations.</summary>
    private static void WriteForGitHub(StreamWriter text, CheckRequest request, IReadOnlyList<CheckVerdict> verdicts)
    {
        var token = $"unpause-{Guid.NewGuid():N}";
        text.WriteLine($"::stop-commands::{token}");
        VerdictTableWriter.Write(Terminal.Plain(text), verdicts);
        text.WriteLine($"::{token}::");
        GitHubAnnotations.Write(text, verdicts, request.Budgets);
    }
}

/// <summary>The outputs that a check has.</summary>
internal enum CheckFormat
{
    /// <summary>A table for people.</summary>
    Terminal,

    /// <summary>The same with annotations for a GitHub workflow.</summary>
    GitHub,

    Markdown,

    /// <summary>JSON with a schema.</summary>
    Json,

    /// <summary>JUnit's test results.</summary>
    JUnit,
}

/// <summary>The options of <c>unpause check</c>.</summary>
/// <param name="Budgets">The file of budgets.</param>
/// <param name="Paths">What is judged: recordings, and reports stored as JSON.</param>
/// <param name="Baseline">What relative limits are relative to; null for what the budgets name.</param>
/// <param name="Requests">Requests to judge; null for none.</param>
/// <param name="Service">The service that the user names; null for the one in the recordings.</param>
/// <param name="Printed">The format of what is printed.</param>
/// <param name="Files">Files to write.</param>
/// <param name="Quiet">Whether nothing is printed.</param>
internal sealed record CheckRequest(
    string Budgets,
    IReadOnlyList<string> Paths,
    string? Baseline,
    RequestSource? Requests,
    string? Service,
    CheckFormat Printed,
    IReadOnlyList<string> Files,
    bool Quiet)
{
    /// <summary>The part of the recordings that is checked; a baseline is read whole.</summary>
    public WindowRequest Window { get; init; } = WindowRequest.Whole;

    /// <summary>Where the checked reports are sent; null for nowhere.</summary>
    public SendTarget? Send { get; init; }

    /// <summary>Every path that the user named to be read.</summary>
    public IEnumerable<string> Inputs => [Budgets, .. Paths, .. Baseline is null ? [] : (string[])[Baseline], .. Requests?.Paths ?? []];
}

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
