using Unpause.Analysis;

namespace Unpause.Diagnosis;

/// <summary>
/// By how much a number gets better if the advice is followed: the sentence of <see cref="Finding.ExpectedGain"/> as data.
/// </summary>
/// <param name="Metric">What gets better, one of <see cref="GainMetrics"/>: a budget's metric where there is one.</param>
/// <param name="Low">The least that is to be expected, as an improvement; never negative. 0 where the sentence says "up to".</param>
/// <param name="High">The most that is to be expected; not less than <paramref name="Low"/>, and never more than there is to win.</param>
/// <param name="Unit">The unit of both: <c>ms</c>, <c>percent</c> (points), <c>bytes</c>, <c>collections</c>.</param>
public sealed record Gain(string Metric, double Low, double High, string Unit)
{
    private const int Digits = 3;

    /// <summary>From nothing up to some of the time in pauses; not more than all pauses took.</summary>
    internal static Gain? PausesUpTo(AnalysedProcess process, double nanoseconds) =>
        UpTo(GainMetrics.TotalPause, Math.Min(nanoseconds, process.Summary.Pauses.TotalNanoseconds) / 1e6, "ms");

    /// <summary>Between two amounts of the time in pauses; neither more than all pauses took.</summary>
    internal static Gain? PausesBetween(AnalysedProcess process, double least, double most)
    {
        var all = process.Summary.Pauses.TotalNanoseconds;
        return PausesUpTo(process, most) is { } gain
            ? gain with { Low = Math.Min(gain.High, Math.Round(Math.Clamp(least, 0, all) / 1e6, Digits)) }
            : null;
    }

    /// <summary>From nothing up to some percent points of throughput.</summary>
    internal static Gain? ThroughputUpTo(double points) => UpTo(GainMetrics.Throughput, points, "percent");

    /// <summary>About some percent points of throughput.</summary>
    internal static Gain? ThroughputAbout(double points) => About(GainMetrics.Throughput, points, "percent");

    /// <summary>From nothing up to an amount; null when that is no number.</summary>
    internal static Gain? UpTo(string metric, double most, string unit) =>
        double.IsFinite(most) ? new Gain(metric, 0, Math.Round(Math.Max(0, most), Digits), unit) : null;

    /// <summary>A predicted amount, for which low and high are the same; null when that is no number.</summary>
    internal static Gain? About(string metric, double predicted, string unit) =>
        UpTo(metric, predicted, unit) is { } most ? most with { Low = most.High } : null;
}
