using Unpause.Analysis;

namespace Unpause.Diagnosis;

/// <summary>The stopped time that would come back at most if what a finding names were repaired: what findings are ranked by.</summary>
/// <param name="Nanoseconds">The most that can come back of the recorded time; never negative.</param>
/// <param name="Source">What it was reckoned from, a phrase: <c>pauses of full collections</c>.</param>
public sealed record TimeBack(long Nanoseconds, string Source)
{
    /// <summary>
    /// The finding's own estimate, else its gain as time; null when its gain is none of time. Waits of single threads, added up over
    /// threads, are no time of the program.
    /// </summary>
    internal static TimeBack? Of(Finding finding, AnalysedProcess process)
    {
        if (finding.TimeBack is { } own) return own;
        if (finding.Gain is not { } gain) return null;
        return gain.Metric switch
        {
            GainMetrics.TotalPause => Reckoned(gain.High * 1e6, "the pauses that it should save"),
            GainMetrics.TotalStop => Reckoned(gain.High * 1e6, "the stops that it should save"),
            GainMetrics.Throughput when process.Recording.ObservedNanoseconds is { } observed =>
                Reckoned(gain.High / 100 * observed, "the throughput that it should gain"),
            GainMetrics.MaxPause => Reckoned(gain.High * 1e6, "what its longest pause should save"),
            GainMetrics.Collections when process.Summary.Collections.Count > 0 => Reckoned(
                gain.High / process.Summary.Collections.Count * process.Summary.Pauses.TotalNanoseconds,
                "the share of the collections that it should save"),
            _ => null,
        };
    }

    private static TimeBack Reckoned(double nanoseconds, string source) =>
        new((long)Math.Clamp(nanoseconds, 0, (double)(long.MaxValue / 2)), source);
}
