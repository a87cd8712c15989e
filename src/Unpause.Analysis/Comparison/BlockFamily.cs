using Unpause.Requests.Statistics;

namespace Unpause.Analysis.Comparison;

/// <summary>
/// Judges numbers of one run against another's. Pauses and requests near each other in time hang together, so stretches of the run are
/// drawn again, not single values (D. N. Politis, J. P. Romano, A circular block-resampling procedure for stationary data, 1992). It tells
/// what these two runs show; the run-to-run variance is unknown from two runs.
/// </summary>
public static class BlockFamily
{
    // A tenth of a minute in a run of two and a half minutes: longer than a cycle's pauses hang together, and there are 24 of them.
    private const int Stretch = 10;
    private const int Stretches = Histograms.TimedHistogram.MostBlocks / Stretch;
    private const int Draws = 400;
    private const int Seed = 40_001;

    /// <summary>Values that a mean needs before it is judged.</summary>
    public const int FewestValues = 20;

    /// <summary>Values that a percentile needs above it before it is judged: of fewer it is one of the longest, drawn again.</summary>
    public const int FewestAbove = 5;

    /// <summary>Judges them; the headline by an error of its own, the others by an equal part of the rest (Bonferroni).</summary>
    /// <param name="numbers">What is made of a run's stretches.</param>
    public static RunDifference[] Judge(IReadOnlyList<BlockNumber> numbers)
    {
        var judged = new RunDifference[numbers.Count];
        var rest = RunFamily.Error - RunFamily.HeadlineError;
        for (var i = 0; i < numbers.Count; i++)
        {
            if (i == 1 && judged[0].State == DifferenceState.Real) rest = RunFamily.Error;
            judged[i] = Judge(numbers[i], i == 0 ? RunFamily.HeadlineError : rest / (numbers.Count - 1));
        }

        return judged;
    }

    private static RunDifference Judge(BlockNumber number, double error)
    {
        var (before, after) = (number.Of(number.Before.All()) ?? 0, number.Of(number.After.All()) ?? 0);
        var isRatio = before > 0 && after > 0 && number.IsEnoughOfEach;
        var estimate = Between(before, after, isRatio);
        if (!number.IsEnough)
            return new(Reported(estimate, isRatio), null, null, isRatio, null, DifferenceState.TooFew);
        var random = new Random(Seed);
        var drawn = new List<double>(Draws);
        for (var draw = 0; draw < Draws; draw++)
        {
            var one = number.Of(number.Before.Draw(random, Stretch));
            var other = number.Of(number.After.Draw(random, Stretch));
            if (one is not { } was || other is not { } now || (isRatio && (was <= 0 || now <= 0))) continue;
            drawn.Add(Between(was, now, isRatio));
        }

        // Where draws often have nothing, what they have says little.
        if (drawn.Count < Draws * 0.9) return new(Reported(estimate, isRatio), null, null, isRatio, null, DifferenceState.TooFew);
        var spread = Math.Sqrt(drawn.Average(value => (value - estimate) * (value - estimate)));
        var reach = spread * StudentT.Quantile(error / 2, Stretches - 1);
        drawn.Sort();
        var outside = (int)(drawn.Count * error / 2);
        var low = Math.Min(estimate - reach, drawn[outside]);
        var high = Math.Max(estimate + reach, drawn[drawn.Count - 1 - outside]);
        return new(
            Reported(estimate, isRatio),
            Reported(low, isRatio),
            Reported(high, isRatio),
            isRatio,
            null,
            low > 0 || high < 0 ? DifferenceState.Real : DifferenceState.WithinNoise);
    }

    private static double Between(double before, double after, bool isRatio) => isRatio ? Math.Log(after / before) : after - before;

    private static double Reported(double scaled, bool isRatio) => isRatio ? Math.Exp(scaled) - 1 : scaled;
}

/// <summary>A number of two single runs that is made of their durations.</summary>
/// <param name="Of">The number of stretches of a run; null where they contain too little for it.</param>
/// <param name="Fewest">Values that a run must have for an interval.</param>
/// <param name="IsSum">
/// Whether it adds values up: then one run may have few of them, or none, if the other has enough.
/// </param>
public sealed record BlockNumber(
    BlockedValues Before, BlockedValues After, Func<BlockTotals, double?> Of, long Fewest, bool IsSum)
{
    /// <summary>Whether the runs have enough for an interval.</summary>
    public bool IsEnough => IsSum ? Math.Max(Values.Before, Values.After) >= Fewest : Least >= Fewest;

    /// <summary>Whether each of them does.</summary>
    public bool IsEnoughOfEach => Least >= Fewest;

    private long Least => Math.Min(Values.Before, Values.After);

    private (long Before, long After) Values { get; } = (Before.All().Count, After.All().Count);
}
