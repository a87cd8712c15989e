using Unpause.Requests.Statistics;

namespace Unpause.Experiments.Tuning;

/// <summary>By how much the objective of one setting is more than another's, over the rounds that have both.</summary>
/// <remarks>
/// Where all values are above 0 they are compared as ratios: latencies spread in proportion to their size, and the mean of their logarithms
/// has the normal spread that the intervals of few trials rely on. A ratio is reported as the share above or below 1.
/// </remarks>
/// <param name="Mean">The difference: −0.9 for a tenth of the other's where it is a share, else in the objective's unit.</param>
/// <param name="Low">Lower end of its interval.</param>
/// <param name="High">Upper end of its interval.</param>
/// <param name="IsShare">Whether it is a share of the other's.</param>
public readonly record struct SettingDifference(double Mean, double Low, double High, bool IsShare)
{
    /// <summary>Whether there may be none.</summary>
    public bool IsWithinNoise => Low <= 0 && High >= 0;

    /// <summary>The difference of pairs of values.</summary>
    /// <param name="pairs">One a round: the setting's value and the other's.</param>
    /// <param name="error">The probability that the true difference is outside the interval.</param>
    /// <param name="seed">The same one draws the same.</param>
    /// <returns>Null with fewer than two rounds.</returns>
    internal static SettingDifference? Estimate(IReadOnlyList<(double One, double Other)> pairs, double error, int seed)
    {
        var isShare = pairs.All(pair => pair is { One: > 0, Other: > 0 });
        var interval = MeanInterval.Estimate(
            [.. pairs.Select(pair => isShare ? Math.Log(pair.One / pair.Other) : pair.One - pair.Other)], error, seed);
        if (interval is not var (mean, low, high)) return null;
        return isShare ? new(Math.Exp(mean) - 1, Math.Exp(low) - 1, Math.Exp(high) - 1, true) : new(mean, low, high, false);
    }
}
