namespace Unpause.Reports;

/// <summary>Writes a report in one output format.</summary>
internal interface IReportWriter
{
    /// <summary>Writes the report as UTF-8.</summary>
    /// <param name="timeline">The data that is drawn or listed; some formats ignore it.</param>
    /// <param name="output">The stream to write to; it stays open.</param>
    void Write(ReportDocument document, Timeline timeline, Stream output);
}
