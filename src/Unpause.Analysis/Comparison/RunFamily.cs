using Unpause.Requests.Statistics;

namespace Unpause.Analysis.Comparison;

/// <summary>
/// Judges many numbers of two sets of runs at once, so that all together are wrong at random in at most one of twenty pairs without a
/// difference.
/// </summary>
/// <remarks>
/// The headline is tested by itself with <see cref="HeadlineError"/>. The others share the rest: each is compared with the largest
/// difference that any of them has when the runs are dealt to the sides otherwise (P. H. Westfall, S. S. Young, Resampling-Based Multiple
/// Testing, 1993, single-step maxT), which follows how they hang together. What the headline spent comes back when its difference is real
/// (B. L. Wiens, A fixed sequence Bonferroni procedure for testing multiple endpoints, 2003). An interval is as wide as the wider of two on
/// either side: the test's own, and the one of runs drawn again (B. Efron, R. Tibshirani, An Introduction to the Bootstrap, 1993), so that
/// it never contradicts the verdict.
/// </remarks>
public static class RunFamily
{
    /// <summary>How often all verdicts together may be wrong where there is no difference.</summary>
    public const double Error = 0.05;

    /// <summary>The headline's part of it.</summary>
    public const double HeadlineError = 0.03;

    /// <summary>The fewest runs of each side with which a single number can be significant.</summary>
    public const int FewestRuns = 4;

    private const int Draws = 1_000;
    private const int Seed = 20_001;

    /// <summary>Judges them.</summary>
    /// <param name="numbers">The first is the headline. All have the same runs, in the same order.</param>
    /// <returns>One each.</returns>
    public static RunDifference[] Judge(IReadOnlyList<RunValues> numbers)
    {
        if (numbers.Count == 0) return [];
        var (before, after) = (numbers[0].Before.Count, numbers[0].After.Count);
        var scaled = numbers.Select(number => Centred(number.Scaled())).ToArray();
        var single = Dealt(scaled[..1], before, after);
        var headline = Verdict(numbers[0], scaled[0], single, HeadlineError);
        var error = headline.State == DifferenceState.Real ? Error : Error - HeadlineError;
        var shared = numbers.Count > 1 ? Dealt(scaled[1..], before, after) : [];
        return [headline, .. numbers.Skip(1).Select((number, i) => Verdict(number, scaled[i + 1], shared, error))];
    }

    /// <summary>
    /// How many runs of each side would show a difference of a tenth, nine times out of ten; null where so few runs do not show their
    /// spread, or they have none.
    /// </summary>
    /// <remarks>By the usual two-sample reckoning with Student's t (J. Cohen, Statistical Power Analysis, 1988, 2.4).</remarks>
    public static int? RunsNeeded(RunValues number)
    {
        const double seen = 0.9, share = 0.1;
        const int most = 10_000;
        var degrees = number.Before.Count + number.After.Count - 2;
        if (degrees < 2) return null;
        var spread = Math.Sqrt(Within(number, Centred(number.Scaled())) / degrees);
        var difference = number.IsRatio ? Math.Log(1 + share) : Math.Abs(number.MeanBefore) * share;
        if (difference <= 0) return null;
        for (var runs = FewestRuns; runs < most; runs += Math.Max(1, runs / 100))
        {
            var quantiles = StudentT.Quantile(HeadlineError / 2, (2 * runs) - 2) + StudentT.Quantile(1 - seen, (2 * runs) - 2);
            if (quantiles * spread * Math.Sqrt(2.0 / runs) <= difference) return runs;
        }

        return most;
    }

    private static RunDifference Verdict(RunValues number, double[] centred, double[] largest, double error)
    {
        var (before, after) = (number.Before.Count, number.After.Count);
        var estimate = DifferenceOf(centred, before);
        var seen = Apart(centred, before, after);
        var p = AtLeast(largest, seen - Rounding) / (double)largest.Length;
        if (Labellings.LeastP(before, after) > error)
            return new(number.Difference(estimate), null, null, number.IsRatio, p, DifferenceState.TooFew);

        // The greatest that chance may reach, and with it the test's own interval: the difference that would just not be too large.
        var bound = largest[(int)(largest.Length * error)];
        var (low, high) = (estimate, estimate);
        var within = Within(number, centred);
        var reach = bound >= 1 - Rounding
            ? double.PositiveInfinity
            : Math.Sqrt(bound * bound / (1 - (bound * bound)) * within * ((1.0 / before) + (1.0 / after)));
        if (within > 0) (low, high) = (estimate - reach, estimate + reach);
        var (drawnLow, drawnHigh) = Drawn(centred, before, after, error);
        (low, high) = (Math.Min(low, drawnLow), Math.Max(high, drawnHigh));
        var real = p <= error && (low > 0 || high < 0);
        var bounded = double.IsFinite(reach);
        return new(
            number.Difference(estimate),
            bounded ? number.Difference(low) : null,
            bounded ? number.Difference(high) : null,
            number.IsRatio,
            p,
            real ? DifferenceState.Real : bounded ? DifferenceState.WithinNoise : DifferenceState.TooFew);
    }

    /// <summary>How many of falling numbers are at least so large.</summary>
    private static int AtLeast(double[] falling, double least)
    {
        var (low, high) = (0, falling.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (falling[middle] >= least) low = middle + 1;
            else high = middle;
        }

        return low;
    }

    // Sums of the same numbers in another order differ in their last digits.
    private const double Rounding = 1e-9;

    /// <summary>The largest difference of any number, way by way of dealing the runs, falling.</summary>
    private static double[] Dealt(double[][] numbers, int before, int after)
    {
        var lengths = numbers.Select(Length).ToArray();
        var scale = Math.Sqrt((1.0 / before) + (1.0 / after));
        var largest = new List<double>();
        foreach (var dealt in Labellings.All(before, after, Seed))
        {
            var most = 0.0;
            for (var k = 0; k < numbers.Length; k++)
            {
                if (lengths[k] == 0) continue;
                var sum = 0.0;
                var values = numbers[k];
                foreach (var run in dealt) sum += values[run];
                most = Math.Max(most, Math.Abs(sum) * scale / lengths[k]);
            }

            largest.Add(most);
        }

        largest.Sort();
        largest.Reverse();
        return [.. largest];
    }

    /// <summary>
    /// The difference in terms of all spread, 0 to 1: the root of the share of the spread between the sides. It orders as
    /// Student's t does.
    /// </summary>
    private static double Apart(double[] centred, int before, int after)
    {
        var length = Length(centred);
        if (length == 0) return 0;
        var sum = 0.0;
        for (var i = before; i < centred.Length; i++) sum += centred[i];
        return Math.Abs(sum) * Math.Sqrt((1.0 / before) + (1.0 / after)) / length;
    }

    private static double DifferenceOf(double[] values, int before)
    {
        var (one, other) = (0.0, 0.0);
        for (var i = 0; i < values.Length; i++)
        {
            if (i < before) one += values[i];
            else other += values[i];
        }

        return (other / (values.Length - before)) - (one / before);
    }

    /// <summary>Sum of squares about each side's own mean.</summary>
    private static double Within(RunValues number, double[] centred)
    {
        var before = number.Before.Count;
        var all = 0.0;
        foreach (var side in new[] { centred.AsSpan(0, before).ToArray(), centred.AsSpan(before).ToArray() })
        {
            var mean = side.Average();
            all += side.Sum(value => (value - mean) * (value - mean));
        }

        return all;
    }

    private static (double Low, double High) Drawn(double[] centred, int before, int after, double error)
    {
        var random = new Random(Seed);
        var drawn = new double[Draws];
        for (var draw = 0; draw < Draws; draw++)
        {
            var (one, other) = (0.0, 0.0);
            for (var i = 0; i < before; i++) one += centred[random.Next(before)];
            for (var i = 0; i < after; i++) other += centred[before + random.Next(after)];
            drawn[draw] = (other / after) - (one / before);
        }

        Array.Sort(drawn);
        var outside = (int)(Draws * error / 2);
        return (drawn[outside], drawn[Draws - 1 - outside]);
    }

    private static double[] Centred(double[] values)
    {
        var mean = values.Average();
        for (var i = 0; i < values.Length; i++) values[i] -= mean;
        // What is left of equal values by rounding is no spread.
        return values.Max(Math.Abs) <= Rounding * Math.Abs(mean) ? new double[values.Length] : values;
    }

    private static double Length(double[] centred) => Math.Sqrt(centred.Sum(value => value * value));
}

/// <summary>The difference of two sides in one number, and whether it is significant.</summary>
/// <param name="Estimate">After against before: a share (−0.9) where <paramref name="IsRatio"/>, else in the number's unit.</param>
/// <param name="Low">Lower end of what it may be; null where that is unknown.</param>
/// <param name="High">Upper end.</param>
/// <param name="IsRatio">Whether it is a share of what was before.</param>
/// <param name="PValue">
/// How likely chance alone makes it so large in any number of the family; null where that is unknown.
/// </param>
public readonly record struct RunDifference(
    double Estimate, double? Low, double? High, bool IsRatio, double? PValue, DifferenceState State);

/// <summary>What is known of a difference.</summary>
public enum DifferenceState
{
    /// <summary>Chance alone makes so large a one too seldom.</summary>
    Real,

    /// <summary>Chance alone makes so large a one often enough.</summary>
    WithinNoise,

    /// <summary>Even the largest difference could be chance with so few runs, or so few pauses.</summary>
    TooFew,
}

/// <summary>
/// One number of every run of two sides. The run is what is repeated: what happens within one shares its process and its minute.
/// </summary>
/// <param name="Before">One a run.</param>
/// <param name="After">One a run.</param>
public sealed record RunValues(IReadOnlyList<double> Before, IReadOnlyList<double> After)
{
    /// <summary>
    /// Whether the sides are compared as a ratio, by their geometric means: latencies and sizes spread in proportion to their size. Only
    /// where all are above 0.
    /// </summary>
    public bool IsRatio { get; } = Before.Concat(After).All(value => value > 0);

    /// <summary>The mean of the runs before: the geometric one of a ratio.</summary>
    public double MeanBefore => Back(Mean(Before));

    /// <summary>The mean of the runs after.</summary>
    public double MeanAfter => Back(Mean(After));

    /// <summary>The runs of both sides on the scale on which differences are added: logarithms of a ratio.</summary>
    public double[] Scaled() => [.. Before.Select(Scale), .. After.Select(Scale)];

    /// <summary>A difference on that scale for people: a share of what was before (−0.9), or in the number's own unit.</summary>
    public double Difference(double scaled) => IsRatio ? Math.Exp(scaled) - 1 : scaled;

    private double Mean(IReadOnlyList<double> values) => values.Average(Scale);

    private double Scale(double value) => IsRatio ? Math.Log(value) : value;

    private double Back(double scaled) => IsRatio ? Math.Exp(scaled) : scaled;
}
