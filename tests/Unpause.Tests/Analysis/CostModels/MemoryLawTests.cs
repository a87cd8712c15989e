using Unpause.Analysis.CostModels;

namespace Unpause.Tests.Analysis.CostModels;

/// <summary>Incident 4's figures: traffic of 0.5 GiB a second, 1 GiB survives, 0.5 s for each.</summary>
public class MemoryLawTests
{
    private const double Gibi = 1L << 30;
    private static readonly MemoryLaw Law = new(Gibi / 2, Gibi, 0.5);

    [Theory]
    [InlineData(10, 18, 2.7)]
    [InlineData(3, 4, 11.1)]
    public void MemoryLaw_LimitsOfTheIncident_GiveItsPeriodAndPercent(double gibibytes, double period, double percent)
    {
        Assert.Equal(period, Law.PeriodSeconds(gibibytes * Gibi)!.Value, 6);
        Assert.Equal(percent, Law.Percent(gibibytes * Gibi)!.Value, 1);
        Assert.Equal(0.5, Law.PauseSeconds, 9);
    }

    [Fact]
    public void MemoryLaw_LimitBelowTheSurvivors_HasNoAnswer()
    {
        Assert.Null(Law.Percent(Gibi));
        Assert.Null(Law.PeriodSeconds(Gibi / 2));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(10)]
    [InlineData(50)]
    public void MemoryLaw_LimitForAShare_CostsThatShare(double percent) =>
        Assert.Equal(percent, Law.Percent(Law.LimitFor(percent))!.Value, 6);
}
