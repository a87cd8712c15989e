using Spectre.Console;
using Unpause.Reports;

namespace Unpause.Tests.Reports;

/// <summary>Writes a report as the command line does: its document and its timeline.</summary>
internal static class WritingReports
{
    public static void Write(this IReportWriter writer, Report report, Stream output) =>
        writer.Write(report.ToDocument(), report.ToTimeline(), output);

    public static void Write(this TerminalReportWriter writer, Report report, IAnsiConsole console) =>
        writer.Write(report.ToDocument(), console);

    public static string Text(this IReportWriter writer, Report report)
    {
        using var output = new MemoryStream();
        writer.Write(report, output);
        return System.Text.Encoding.UTF8.GetString(output.ToArray());
    }
}
