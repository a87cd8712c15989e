using Unpause.Recordings.Words;
using Unpause.Reports.Documents;
using Unpause.Reports.Pprof;

namespace Unpause.Cli.Sessions;

/// <summary>Refuses outputs for which a report has no data, and names the recording option that provides it.</summary>
internal static class EmptyOutput
{
    /// <summary>Why an output would be empty; null when it has content.</summary>
    public static string? Reason(ReportDocument report, Timeline timeline, ReportFormat format) => format switch
    {
        ReportFormat.Folded or ReportFormat.Speedscope when report.Processes.All(HasNoStacks) =>
            "the recording has no allocation samples and no CPU samples, so there are no stacks to write" + ForStacks(report),
        ReportFormat.Folded when report.Processes.FirstOrDefault(process => process.CpuSamples?.Filter is { Samples: 0 }) is { } picked
            && report.Processes.All(process => process.CpuSamples is not { Stacks.Count: > 0 }) =>
            $"no stack has a frame that matches {PlainText.Clean(picked.CpuSamples!.Filter!.Pattern)}",
        ReportFormat.Pprof when !PprofReportWriter.HasSites(report) =>
            "the recording has no allocation samples and no CPU samples, so there are no allocation sites to write" + ForStacks(report),
        ReportFormat.Csv or ReportFormat.Hdr when !timeline.HasEvents =>
            "the stored report has no list of collections; report on the recording, or store the report with --events",
        ReportFormat.RequestsCsv when !timeline.HasRequests => report.Requests is null
            ? "no requests were judged; name them with --requests and --slow"
            : "the stored report has no list of requests; report on the recording and its requests",
        _ => null,
    };

    private static bool HasNoStacks(ProcessDocument process) => process is { Allocations: null, CpuSamples: null };

    /// <summary>How to record stacks, once for each runtime in the report.</summary>
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
