using Spectre.Console;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Reports.Documents;

namespace Unpause.Cli.Labs;

/// <summary>Writes the findings of a lab's bug and of its fix.</summary>
internal static class LabFindings
{
    /// <summary>Writes the findings under the name of the variant.</summary>
    public static void Write(IAnsiConsole console, string which, ReportDocument report)
    {
        if (report.Findings.Count == 0) console.MarkupLine($"[dim]{which}: no finding[/]");
        TerminalFindings.Write(report, console, head: () => console.MarkupLine($"[dim]{which}:[/]"));
    }

    /// <summary>Explains a p99 pause that is longer with the fix.</summary>
    /// <param name="console">Where to.</param>
    /// <param name="bug">The process with the bug.</param>
    /// <param name="fix">The same with the fix.</param>
    /// <param name="which">The fix's name, where there are several; else nothing.</param>
    public static void WriteRising(IAnsiConsole console, ProcessDocument bug, ProcessDocument fix, string which = "")
    {
        if (LabEnding.RisingPercentile(Of(bug), Of(fix)) is { } why) console.MarkupLine(Markup.Escape(which + why));

        static (long Count, double Total, double? P99) Of(ProcessDocument process) =>
            (process.Pauses.Count, process.Pauses.TotalMs.Nanoseconds, process.Pauses.P99Ms?.Nanoseconds);
    }
}
