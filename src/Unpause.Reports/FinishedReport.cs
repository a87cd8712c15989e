using Unpause.Recordings;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>What every output is made of, whether it was just analysed or read back from where it was stored.</summary>
/// <param name="Document">All that is said.</param>
/// <param name="Timeline">What is drawn or listed beside it.</param>
public sealed record FinishedReport(ReportDocument Document, Timeline Timeline)
{
    /// <summary>A stored report without what is or may be a secret, however it was stored.</summary>
    public FinishedReport WithoutSecrets() =>
        Document.ArgumentsRedacted == true ? this : new(RedactedDocument.Of(Document), Timeline.WithoutSecrets());

    /// <summary>The same with what the user says of the run before what was known.</summary>
    public FinishedReport With(RunIdentity said) => Add(Document.ArgumentsRedacted == true ? RedactedFacts.Of(said) : said);

    private FinishedReport Add(RunIdentity said) => this with
    {
        Document = Document with
        {
            Processes = [.. Document.Processes.Select(process => process with { Source = process.Source.With(said) })]
        },
    };
}
