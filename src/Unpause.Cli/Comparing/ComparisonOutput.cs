using Unpause.Cli.Output;
using Unpause.Reports.Comparison;
using Unpause.Reports.Comparison.Documents;

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
                case Html: ComparisonPage.Write(comparison, written.Stream); break;
                default: WriteText(comparison, written.Stream); break;
            }

            written.Keep();
            if (path != Printed) Console.Error.WriteLine($"wrote {path}");
        }

        if (Outputs.Any(output => output.Path == Printed && output.Format != Terminal)) return;
        StandardStreams.RequireOutput();
        new ComparisonWriter(Cli.Output.Terminal.ForResults(), All).Write(comparison);
    }

    private void WriteText(ComparisonDocument comparison, Stream output)
    {
        using var text = new StreamWriter(output, leaveOpen: true) { NewLine = "\n" };
        new ComparisonWriter(Cli.Output.Terminal.Plain(text), All).Write(comparison);
    }
}
