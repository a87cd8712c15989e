using Unpause.Reports.Markdown;

namespace Unpause.Reports;

/// <summary>
/// A report in Markdown, for issues and pull requests: a summary of at most <see cref="MostLines"/> lines, and the rest folded below it.
/// </summary>
public sealed class MarkdownReportWriter : IReportWriter
{
    /// <summary>Most lines outside the fold: the first screen of an issue.</summary>
    internal const int MostLines = 40;

    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        const int folds = 2;
        foreach (var line in MarkdownSummary.Lines(document, MostLines - folds)) text.WriteLine(line);
        text.WriteLine("<details><summary>All numbers, evidence and advice</summary>");
        WholeMarkdown.Write(text, document);
        // An HTML block in Markdown ends only at an empty line.
        text.WriteLine("\n</details>");
    }
}
