using Unpause.Recordings;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>A report that every output is made from, whether just analysed or read back from a file.</summary>
/// <param name="Document">The document.</param>
/// <param name="Timeline">The data that is drawn or listed besides.</param>
public sealed record FinishedReport(ReportDocument Document, Timeline Timeline)
{
    /// <summary>The report with possible secrets redacted, even if it was stored with them.</summary>
    public FinishedReport WithoutSecrets() =>
        Document.ArgumentsRedacted == true ? this : new(RedactedDocument.Of(Document), Timeline.WithoutSecrets());

    /// <summary>The report with the identity of the run that the user passed, which takes precedence.</summary>
    public FinishedReport With(RunIdentity said) => Add(Document.ArgumentsRedacted == true ? RedactedFacts.Of(said) : said);

    private FinishedReport Add(RunIdentity said) => this with
    {
        Document = Document with
        {
            Processes = [.. Document.Processes.Select(process => process with { Source = process.Source.With(said) })]
        },
    };
}
