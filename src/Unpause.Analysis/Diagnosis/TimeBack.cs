namespace Unpause.Analysis.Diagnosis;

/// <summary>The most stopped time that fixing a finding can save. It ranks the findings.</summary>
/// <param name="Nanoseconds">The most that it can save of the recorded time; never negative.</param>
/// <param name="Source">What it was computed from, a phrase: <c>pauses of full collections</c>.</param>
public sealed record TimeBack(long Nanoseconds, string Source)
{
    /// <summary>
    /// The finding's own estimate, otherwise its gain as time; null if its gain is not a time. Stall times added up over threads are not
    /// stopped time of the process.
    /// </summary>
    internal static TimeBack? Estimate(Finding finding, AnalysedProcess process)
    {
        if (finding.TimeBack is { } own) return own;
        if (finding.Gain is not { } gain) return null;
        return gain.Metric switch
        {
            GainMetrics.TotalPause => Reckoned(gain.High * 1e6, "the pause time that it should save"),
            GainMetrics.TotalStop => Reckoned(gain.High * 1e6, "the stopped time that it should save"),
            GainMetrics.Throughput when process.Recording.ObservedNanoseconds is { } observed =>
                Reckoned(gain.High / 100 * observed, "the throughput that it should improve"),
            GainMetrics.MaxPause => Reckoned(gain.High * 1e6, "the time that its longest pause should save"),
            GainMetrics.Collections when process.Summary.Collections.Count > 0 => Reckoned(
                gain.High / process.Summary.Collections.Count * process.Summary.Pauses.TotalNanoseconds,
                "the share of the collections that it should save"),
            _ => null,
        };
    }

    /// <summary>A share of the recorded time, in percent; null if its length is unknown.</summary>
    internal static TimeBack? FromShare(AnalysedProcess process, double percent) => process.Recording.ObservedNanoseconds is { } observed
        ? Reckoned(percent / 100 * observed, "the share of time that a healthy process does not lose")
        : null;

    private static TimeBack Reckoned(double nanoseconds, string source) =>
        new((long)Math.Clamp(nanoseconds, 0, (double)(long.MaxValue / 2)), source);
}
