using System.Text;
using Unpause.Reports.Documents;
using Unpause.Reports.Markdown;

namespace Unpause.Reports;

/// <summary>
/// A report in Markdown, for issues and pull requests: the answer in at most <see cref="MostLines"/> lines, the rest folded below it.
/// </summary>
public sealed class MarkdownReportWriter : IReportWriter
{
    /// <summary>Most lines that are seen without unfolding: an issue's first screen.</summary>
    internal const int MostLines = 40;

    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        const int folds = 2;
        foreach (var line in MarkdownSummary.Lines(document, MostLines - folds)) text.WriteLine(line);
        text.WriteLine("<details><summary>All numbers, evidence and advice</summary>");
        WholeMarkdown.Write(text, document);
        // Markdown inside an HTML block ends at an empty line only.
        text.WriteLine("\n</details>");
    }
}
