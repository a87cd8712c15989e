using Unpause.Recordings.Words;
using Unpause.Reports;
using Unpause.Reports.Documents;
using Unpause.Reports.Pprof;

namespace Unpause.Cli;

/// <summary>Outputs that a report has nothing for: refused, with what would have to be recorded.</summary>
internal static class EmptyOutput
{
    /// <summary>Why an output would hold nothing; null when it holds something.</summary>
    public static string? Reason(ReportDocument report, Timeline timeline, ReportFormat format) => format switch
    {
        ReportFormat.Folded or ReportFormat.Speedscope when report.Processes.All(HasNoStacks) =>
            "the recording has no allocation samples and no CPU samples, so there are no stacks to write" + ForStacks(report),
        ReportFormat.Folded when report.Processes.FirstOrDefault(process => process.CpuSamples?.Filter is { Samples: 0 }) is { } picked
            && report.Processes.All(process => process.CpuSamples is not { Stacks.Count: > 0 }) =>
            $"no stack has a frame {PlainText.Clean(picked.CpuSamples!.Filter!.Pattern)}",
        ReportFormat.Pprof when !PprofReportWriter.HasSites(report) =>
            "the recording has no allocation samples and no CPU samples, so there are no places to write" + ForStacks(report),
        ReportFormat.Csv or ReportFormat.Hdr when !timeline.HasEvents =>
            "the stored report has no single collections; report on the recording, or store it with --events",
        ReportFormat.RequestsCsv when !timeline.HasRequests => report.Requests is null
            ? "no requests were judged; name them with --requests and --slow"
            : "the stored report has no single requests; report on the recording and its requests",
        _ => null,
    };

    private static bool HasNoStacks(ProcessDocument process) => process is { Allocations: null, CpuSamples: null };

    /// <summary>Of each runtime in the report, once, what records stacks.</summary>
    private static string ForStacks(ReportDocument report)
    {
        var runtimes = report.Processes.Select(process => process.Source.Runtime).Distinct(StringComparer.Ordinal);
        var ways = runtimes.Select(runtime => runtime switch
        {
            Runtimes.DotNet => ": unpause run --profile allocations -- CMD, or unpause record PID --profile allocations, records them",
            Runtimes.Jvm => ": unpause record PID --jfr records them",
            Runtimes.Go => ": unpause record http://HOST:PORT takes them from net/http/pprof",
            _ => null,
        });
        return string.Concat(ways);
    }
}
