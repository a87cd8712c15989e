using Unpause.Analysis.Histograms;

namespace Unpause.Reports.Comparison;

/// <summary>A run of one side: its report, and the process that is compared.</summary>
/// <param name="Report">The report of the run.</param>
/// <param name="Index">The index of the process in the report.</param>
internal sealed record ComparedRun(ReportDocument Report, int Index)
{
    private const double NanosecondsInMinute = 60e9;

    /// <summary>The process that is compared.</summary>
    public ProcessDocument Process => Report.Processes[Index];

    /// <summary>The attributed requests; null when there are none.</summary>
    public RequestsDocument? Requests => Report.Requests is { Count: > 0 } requests ? requests : null;

    /// <summary>Length of the recording in nanoseconds; null when it is unknown or 0.</summary>
    public double? Nanoseconds => Process.Source.DurationMs is { Nanoseconds: > 0 and var length } ? length : null;

    /// <summary>
    /// Requests per second, over the time in which they arrived, which starts later than the recording. Null where not all requests were
    /// kept, or their arrival times are unknown.
    /// </summary>
    public double? RequestRate =>
        Requests is { SampledPercent: null or 100, TailSampled: false, Histogram.BlockMs.Nanoseconds: > 0 and var block } requests
            ? requests.Count / ((double)block * TimedHistogram.MostBlocks / 1e9)
            : null;

    /// <summary>Findings about the process that are root causes.</summary>
    public IEnumerable<FindingDocument> Findings =>
        Report.Findings.Where(finding => finding.Process == Index && finding.SymptomOf is null);

    /// <summary>An amount per recorded minute; null where the length is unknown.</summary>
    public double? AMinute(double? amount) => amount is { } all && Nanoseconds is { } length ? all * NanosecondsInMinute / length : null;

    /// <summary>An amount per <paramref name="each"/> of the whole; null where either is unknown or the whole is 0.</summary>
    public static double? ComputeRate(double? amount, double? whole, double each) =>
        amount is { } all && whole is > 0 ? all * each / whole : null;
}
