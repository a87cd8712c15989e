using Unpause.Analysis.Histograms;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>A run of a side: its report, and the process of it that is compared.</summary>
/// <param name="Report">The report.</param>
/// <param name="Index">The process's place in it.</param>
internal sealed record ComparedRun(ReportDocument Report, int Index)
{
    private const double NanosecondsInMinute = 60e9;

    /// <summary>The process.</summary>
    public ProcessDocument Process => Report.Processes[Index];

    /// <summary>The requests that were judged; null when there are none.</summary>
    public RequestsDocument? Requests => Report.Requests is { Count: > 0 } requests ? requests : null;

    /// <summary>Length of the recording in nanoseconds; null when it isn't known, or nothing.</summary>
    public double? Nanoseconds => Process.Source.DurationMs is { Nanoseconds: > 0 and var length } ? length : null;

    /// <summary>
    /// Requests a second of the time in which they came, which begins later than the recording; null where not all were kept, or when they
    /// came is not known.
    /// </summary>
    public double? RequestRate =>
        Requests is { SampledPercent: null or 100, TailSampled: false, Histogram.BlockMs.Nanoseconds: > 0 and var block } requests
            ? requests.Count / ((double)block * TimedHistogram.MostBlocks / 1e9)
            : null;

    /// <summary>Root causes that rules found in the process.</summary>
    public IEnumerable<FindingDocument> Findings =>
        Report.Findings.Where(finding => finding.Process == Index && finding.SymptomOf is null);

    /// <summary>An amount of each minute recorded; null where the length isn't known.</summary>
    public double? AMinute(double? amount) => amount is { } all && Nanoseconds is { } length ? all * NanosecondsInMinute / length : null;

    /// <summary>An amount of each so many; null where these are unknown or none.</summary>
    public static double? Of(double? amount, double? whole, double each) => amount is { } all && whole is > 0 ? all * each / whole : null;
}
