using Unpause.Experiments.Tuning;
using Unpause.Requests.Statistics;

namespace Unpause.Tests.Analysis.Tuning;

public class MeanIntervalTests
{
    /// <summary>The values of every printed table of Student's t.</summary>
    [Theory]
    [InlineData(0.025, 1, 12.706)]
    [InlineData(0.025, 2, 4.303)]
    [InlineData(0.025, 4, 2.776)]
    [InlineData(0.005, 5, 4.032)]
    [InlineData(0.05, 10, 1.812)]
    [InlineData(0.025, 30, 2.042)]
    [InlineData(0.025, 1000, 1.962)]
    public void StudentT_Quantiles_EqualTheTables(double tail, int degrees, double expected) =>
        Assert.Equal(expected, StudentT.Quantile(tail, degrees), 3);

    /// <summary>The sleep data of Student (1908), ten differences: mean 1.58, and 0.70 to 2.46 as R's t.test prints for pairs.</summary>
    [Fact]
    public void MeanInterval_StudentsSleepData_EqualsThePublishedInterval()
    {
        var interval = MeanInterval.Estimate([1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4], 0.05, 1)!.Value;
        Assert.Equal(1.58, interval.Mean, 6);
        // The bootstrap's standard error is drawn, so it swings by a hundredth or two; a skewed sample's percentiles may reach farther.
        Assert.InRange(interval.Low, 0.66, 0.74);
        Assert.InRange(interval.High, 2.42, 2.52);
    }

    [Fact]
    public void MeanInterval_OneTrial_IsNull() => Assert.Null(MeanInterval.Estimate([5], 0.05, 1));

    /// <summary>Of 95 % intervals of few normal values 95 % hold the truth; a percentile bootstrap's alone would be 80 %.</summary>
    [Theory]
    [InlineData(3)]
    [InlineData(6)]
    public void MeanInterval_NormalValues_HoldsTheTruthAsOftenAsStated(int trials)
    {
        const int Experiments = 1_000;
        var random = new Random(trials);
        var held = Enumerable.Range(0, Experiments).Count(seed =>
            MeanInterval.Estimate([.. Enumerable.Range(0, trials).Select(_ => Noise.Normal(random))], 0.05, seed)
                is { Low: <= 0, High: >= 0 });
        // Two standard errors of such a share are 1.4 %.
        Assert.InRange(held / (double)Experiments, 0.93, 0.985);
    }
}
