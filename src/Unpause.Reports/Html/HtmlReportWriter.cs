using Unpause.Reports.Documents;

namespace Unpause.Reports.Html;

/// <summary>
/// Writes the report as one self-contained HTML file: the page that <c>web/</c> builds, with the JSON contract in one
/// inert element and the timeline of pauses and collections in another, and what it says in words as plain HTML for readers without
/// scripts. It loads nothing from a network.
/// </summary>
public sealed class HtmlReportWriter : IReportWriter
{
    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        var template = ReportTemplate.Embedded;
        output.Write(template.BeforePlainPage.Span);
        PlainPage.Write(document, output);
        output.Write(template.BetweenPlainPageAndReport.Span);
        using (var safe = new ScriptDataStream(output))
        {
            new JsonReportWriter(indented: false).Write(PageDocument.Of(document), timeline, safe);
        }

        output.Write(template.BetweenReportAndTimeline.Span);
        TimelineJson.WritePacked(document, timeline, output);
        output.Write(template.AfterTimeline.Span);
    }
}
