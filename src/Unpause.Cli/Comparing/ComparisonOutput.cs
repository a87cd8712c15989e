using Unpause.Reports.Comparison;
using Unpause.Reports.Comparison.Documents;
using Unpause.Reports.Html;

namespace Unpause.Cli.Comparing;

/// <summary>Where a comparison is written, and in which formats.</summary>
/// <param name="Outputs">Paths with the format of each; empty for a terminal.</param>
/// <param name="All">Whether numbers within noise are shown, too.</param>
internal sealed record ComparisonOutput(IReadOnlyList<(string Path, string Format)> Outputs, bool All)
{
    /// <summary>The formats.</summary>
    public const string Terminal = "terminal", Json = "json", Markdown = "markdown", Html = "html";

    /// <summary>Standard output.</summary>
    public const string Printed = "-";

    /// <summary>Files that are written.</summary>
    public IEnumerable<string> Paths => Outputs.Select(output => output.Path).Where(path => path != Printed);

    /// <summary>Writes it; to a terminal where no other output goes to standard output.</summary>
    /// <exception cref="UserMistake">A file can't be written.</exception>
    public void Write(ComparisonDocument comparison)
    {
        foreach (var (path, format) in Outputs.Where(output => output.Format != Terminal || output.Path != Printed))
        {
            using var written = new WholeOutput(path, "-o");
            switch (format)
            {
                case Json: ComparisonJson.Write(comparison, written.Stream); break;
                case Markdown: ComparisonMarkdown.Write(comparison, written.Stream, All); break;
                case Html: WritePage(comparison, written.Stream); break;
                default: WriteText(comparison, written.Stream); break;
            }

            written.Keep();
            if (path != Printed) Console.Error.WriteLine($"wrote {path}");
        }

        if (Outputs.Any(output => output.Path == Printed && output.Format != Terminal)) return;
        StandardStreams.RequireOutput();
        new ComparisonWriter(Cli.Output.Terminal.ForResults(), All).Write(comparison);
    }

    /// <summary>The page has every number, also as text.</summary>
    private void WritePage(ComparisonDocument comparison, Stream output) => DocumentPage.Write(
        json => ComparisonJson.Write(comparison, json),
        text => (this with { All = true }).WriteText(comparison, text),
        output,
        markdown => ComparisonMarkdown.Write(comparison, markdown, All));

    private void WriteText(ComparisonDocument comparison, Stream output) =>
        Cli.Output.Terminal.WritePlain(console => new ComparisonWriter(console, All).Write(comparison), output);
}

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
