using Unpause.Requests.Statistics;

namespace Unpause.Fleet.Questions.Comparison;

/// <summary>
/// Makes one number of each process, which is the unit of evidence: hours of one process are not independent, because they share its host,
/// its place in memory and its data.
/// </summary>
internal static class ProcessRates
{
    // A process needs as much expected stop time, in units of StopTally.NoiseSeconds: a relative deviation of 1 by chance alone.
    private const double LeastExpected = 2;

    // One with much less work than the usual one of its side is mostly noise.
    private const double LeastOfMedian = 0.1;

    private const int MostRounds = 200;
    private const double Converged = 1e-10;

    /// <summary>The processes' numbers.</summary>
    /// <param name="noise">The stops' <see cref="StopTally.NoiseSeconds"/>.</param>
    /// <param name="sharesSteps">Whether both sides ran in the same steps, whose load is then removed.</param>
    public static List<ProcessRate> Compute(IReadOnlyList<SideSlice> slices, double noise, bool sharesSteps)
    {
        var rates = sharesSteps ? StepRates(slices) : null;
        var mean = slices.Sum(one => one.Work) is > 0 and var work ? slices.Sum(one => one.Stop) / work : 0;
        var sums = new Dictionary<(string Process, bool IsNew), (string Host, double Stop, double Expected)>();
        foreach (var one in slices)
        {
            var key = (one.Process, one.IsNew);
            var sum = sums.GetValueOrDefault(key, (one.Host, 0, 0));
            sums[key] = (one.Host, sum.Stop + one.Stop, sum.Expected + (one.Work * (rates is null ? mean : rates[one.Step])));
        }

        var (leastOld, leastNew) = (Least(isNew: false), Least(isNew: true));
        return [.. sums
            .Where(sum => sum.Value.Expected > 0 && sum.Value.Expected >= (sum.Key.IsNew ? leastNew : leastOld))
            .OrderBy(sum => sum.Key.Process, StringComparer.Ordinal).ThenBy(sum => sum.Key.IsNew)
            .Select(sum => new ProcessRate(sum.Key.Process, sum.Value.Host, sum.Key.IsNew,
                Math.Log((sum.Value.Stop + noise) / sum.Value.Expected), sum.Value.Expected))
            .Where(rate => double.IsFinite(rate.Log))];

        double Least(bool isNew)
        {
            double[] expected = [.. sums.Where(sum => sum.Key.IsNew == isNew).Select(sum => sum.Value.Expected)];
            return expected.Length == 0 ? 0 : Math.Max(LeastExpected * noise, LeastOfMedian * Median.Compute(expected));
        }
    }

    /// <summary>
    /// The old side's stop time per work in each step, from both sides: a table of side and step with row and column effects, fitted by
    /// iterative proportional fitting (W. E. Deming, F. F. Stephan, On a least squares adjustment of a sampled frequency table, 1940).
    /// </summary>
    private static Dictionary<long, double> StepRates(IReadOnlyList<SideSlice> slices)
    {
        var steps = new Dictionary<long, StepSums>();
        double stopOld = 0, stopNew = 0;
        foreach (var one in slices)
        {
            var sums = steps.GetValueOrDefault(one.Step);
            steps[one.Step] = one.IsNew
                ? sums with { Stop = sums.Stop + one.Stop, New = sums.New + one.Work }
                : sums with { Stop = sums.Stop + one.Stop, Old = sums.Old + one.Work };
            if (one.IsNew) stopNew += one.Stop;
            else stopOld += one.Stop;
        }

        var ratio = 1.0;
        for (var round = 0; round < MostRounds && stopOld > 0 && stopNew > 0; round++)
        {
            var expected = 0.0;
            foreach (var sums in steps.Values) expected += sums.New * sums.Rate(ratio);
            var next = stopNew / expected;
            if (!double.IsFinite(next) || next <= 0) break;
            var change = Math.Abs((next / ratio) - 1);
            ratio = next;
            if (change < Converged) break;
        }

        return steps.ToDictionary(step => step.Key, step => step.Value.Rate(ratio));
    }

    private readonly record struct StepSums(double Stop, double Old, double New)
    {
        public double Rate(double ratio) => Old + (ratio * New) is > 0 and var work ? Stop / work : 0;
    }
}
