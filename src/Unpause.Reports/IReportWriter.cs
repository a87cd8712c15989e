using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>Turns a report into one kind of output: a function of the document and the timeline.</summary>
internal interface IReportWriter
{
    /// <summary>Writes the report as UTF-8.</summary>
    /// <param name="document">What is said.</param>
    /// <param name="timeline">What is drawn or listed beside it; outputs that need none pass over it.</param>
    /// <param name="output">Where to; it stays open.</param>
    void Write(ReportDocument document, Timeline timeline, Stream output);
}
