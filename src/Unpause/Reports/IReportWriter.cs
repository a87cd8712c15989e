namespace Unpause.Reports;

/// <summary>Turns a report into one kind of output.</summary>
public interface IReportWriter
{
    /// <summary>Writes the report as UTF-8.</summary>
    void Write(Report report, Stream output);
}
