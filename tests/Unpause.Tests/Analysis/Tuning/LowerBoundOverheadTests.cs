using Unpause.Analysis.Comparison;

namespace Unpause.Tests.Analysis.Tuning;

/// <summary>The lower-bound overhead of the collector against figures by hand, and a computation of its own from the definition.</summary>
public sealed class LowerBoundOverheadTests
{
    [Fact]
    public void Overhead_ThreeSettings_EqualsTheHandFigures()
    {
        // 10 s with 2 s of GC, 9 s with 0.5 s, 12 s with 5 s: the least without GC is 7 s.
        var bound = LowerBoundOverhead.Compute([[new(10, 2)], [new(9, 0.5)], [new(12, 5)]])!;
        Assert.Equal(2, bound.Baseline);
        Assert.Equal(7, bound.Distilled, 12);
        Assert.Equal([1.428571, 1.285714, 1.714286], bound.Settings.Select(ratio => Math.Round(ratio!.Value.Ratio, 6)));
        Assert.All(bound.Settings, ratio => Assert.Null(ratio!.Value.Low));
        Assert.Equal(0.3, bound.Settings[0]!.Value.ShareOfOwn, 12);
    }

    [Fact]
    public void Overhead_NothingMeasured_IsRelativeToTheCheapest()
    {
        var bound = LowerBoundOverhead.Compute([[new(10, 0), new(10, 0)], [new(8, 0), new(8, 0)]])!;
        var ratio = bound.Settings[0]!.Value;
        Assert.Equal([1.25, 1.25, 1.25], new[] { ratio.Ratio, ratio.Low!.Value, ratio.High!.Value }.Select(one => Math.Round(one, 9)));
        Assert.Equal(1, bound.Settings[1]!.Value.Ratio, 12);
    }

    [Fact]
    public void Overhead_RandomTrials_EqualsTheDefinition()
    {
        for (var seed = 0; seed < 1000; seed++)
        {
            var random = new Random(seed);
            var (settings, rounds) = (random.Next(1, 6), random.Next(1, 6));
            TrialCost?[][] trials = [.. Enumerable.Range(0, settings).Select(_ => (TrialCost?[])[.. Enumerable.Range(0, rounds)
                .Select(_ => new TrialCost(1 + (9 * random.NextDouble()), random.NextDouble()))])];
            var bound = LowerBoundOverhead.Compute(trials)!;
            // Geometric means by roots of products.
            double[] totals = [.. trials.Select(row => Math.Pow(row.Aggregate(1.0, (all, cost) => all * cost!.Value.Total), 1.0 / rounds))];
            double[] rests = [.. trials.Select(row => Math.Pow(
                row.Aggregate(1.0, (all, cost) => all * (cost!.Value.Total - cost.Value.Collector)), 1.0 / rounds))];
            Assert.Equal(rests.Min(), bound.Distilled, 9);
            for (var setting = 0; setting < settings; setting++)
            {
                var ratio = bound.Settings[setting]!.Value;
                Assert.Equal(totals[setting] / rests.Min(), ratio.Ratio, 9);
                Assert.Equal(rounds > 1, ratio.Low is not null);
                if (rounds > 1) Assert.InRange(ratio.Ratio, ratio.Low!.Value, ratio.High!.Value);
            }
        }
    }

    /// <summary>
    /// The program needs 100 without a collector; barriers of 5 % are never measured, so no setting may show more than the truth.
    /// </summary>
    [Fact]
    public void Overhead_UnmeasuredBarriers_StaysBelowTheTruth()
    {
        var random = new Random(7);
        TrialCost?[][] trials = [.. new[] { 20.0, 8, 3 }.Select(pauses => (TrialCost?[])[.. Enumerable.Range(0, 6).Select(_ =>
        {
            var noise = 1 + (0.02 * random.NextDouble());
            return new TrialCost((105 + pauses) * noise, pauses * noise);
        })])];
        var bound = LowerBoundOverhead.Compute(trials)!;
        Assert.InRange(bound.Settings[0]!.Value.Ratio, 1.1, 1.25);
        Assert.InRange(bound.Settings[2]!.Value.Ratio, 1.0, 1.08);
    }

    [Fact]
    public void Overhead_HostileCosts_AreUnknown()
    {
        Assert.Null(LowerBoundOverhead.Compute([]));
        Assert.Null(LowerBoundOverhead.Compute([[], [null]]));
        Assert.Null(LowerBoundOverhead.Compute([[new(5, 5)]]));
        Assert.Null(LowerBoundOverhead.Compute([[new(0, 0)], [new(5, 1)]]));
        Assert.Null(LowerBoundOverhead.Compute([[new(double.NaN, 0)]]));
        Assert.Null(LowerBoundOverhead.Compute([[new(double.PositiveInfinity, 1)]]));
        // A negative part of the collector is none.
        Assert.Equal(1, LowerBoundOverhead.Compute([[new(5, -3)]])!.Settings[0]!.Value.Ratio, 12);
        // A setting that shares no round with the baseline has no ratio.
        Assert.Null(LowerBoundOverhead.Compute([[null, new(9, 0)], [new(5, 1), null]])!.Settings[0]);
    }
}
