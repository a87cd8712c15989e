using Unpause.Recordings.Words;
using Unpause.Reports;
using Unpause.Reports.Documents;

namespace Unpause.Cli;

/// <summary>Outputs that a report has nothing for: refused, with what would have to be recorded.</summary>
internal static class EmptyOutput
{
    /// <summary>Why an output would hold nothing; null when it holds something.</summary>
    public static string? Reason(ReportDocument report, ReportFormat format) => format switch
    {
        ReportFormat.Folded or ReportFormat.Speedscope when report.Processes.All(process => process.Allocations is null) =>
            "the recording has no allocation samples, so there are no stacks to write" + ForStacks(report),
        _ => null,
    };

    /// <summary>Of each runtime in the report, once, what records stacks.</summary>
    private static string ForStacks(ReportDocument report)
    {
        var ways = report.Processes.Select(process => process.Source.Runtime).Distinct(StringComparer.Ordinal).Select(runtime => runtime switch
        {
            Runtimes.DotNet => ": unpause run --profile allocations -- CMD, or unpause record PID --profile allocations, records them",
            Runtimes.Jvm => ": unpause record PID --jfr records them",
            _ => null,
        });
        return string.Concat(ways);
    }
}
