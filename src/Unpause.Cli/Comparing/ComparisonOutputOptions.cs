using System.CommandLine;

namespace Unpause.Cli.Comparing;

/// <summary>The output options of <c>unpause compare</c>.</summary>
internal sealed class ComparisonOutputOptions
{
    private readonly Option<string[]> _output = new("--output", "-o")
    {
        Description = "Also write the comparison to a file: .html, .json, .md or .txt. May be repeated.", HelpName = "FILE",
    };

    private readonly Option<string> _format = new("--format")
        { Description = "What to print: terminal, json, markdown or html.", HelpName = "FORMAT" };

    /// <summary>Makes the options.</summary>
    public ComparisonOutputOptions() => _format.AcceptOnlyFromAmong(
        ComparisonOutput.Terminal, ComparisonOutput.Json, ComparisonOutput.Markdown, ComparisonOutput.Html);

    /// <summary>Adds them.</summary>
    public void AddTo(Command command)
    {
        command.Add(_output);
        command.Add(_format);
    }

    /// <summary>Reads them.</summary>
    /// <exception cref="UserMistake">A file's extension selects no format.</exception>
    public ComparisonOutput Read(ParseResult parsed, bool all)
    {
        var format = parsed.GetValue(_format);
        var files = (parsed.GetValue(_output) ?? []).Select(path => (path, FormatOf(path, format))).ToList();
        if (format is not null && files.All(file => file.path != ComparisonOutput.Printed)) files.Add((ComparisonOutput.Printed, format));
        return new ComparisonOutput(files, all);
    }

    private static string FormatOf(string path, string? format)
    {
        if (path == ComparisonOutput.Printed) return format ?? ComparisonOutput.Terminal;
        return Path.GetExtension(path).ToLowerInvariant() switch
        {
            ".html" or ".htm" => ComparisonOutput.Html,
            ".json" => ComparisonOutput.Json,
            ".md" or ".markdown" => ComparisonOutput.Markdown,
            ".txt" => ComparisonOutput.Terminal,
            _ => throw new UserMistake($"-o {path}: the file extension selects the format: use .html, .json, .md or .txt"),
        };
    }
}
