using Unpause.Recorder.Probes;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>When assist probes are hit too often.</summary>
public sealed class AssistBudgetTests
{
    private const long PerSecond = AssistBudget.UsualPerSecond, Second = 1_000_000_000, Begin = 88_000 * Second;

    [Theory]
    [InlineData(PerSecond, 60, true)]
    [InlineData(PerSecond * 11 / 10, 15, true)]
    [InlineData(PerSecond * 11 / 10, 25, false)]
    [InlineData(PerSecond * 10, 1, false)]
    public void AssistBudget_OnePercentOfEachCpu_IsAllowed(long perSecond, int seconds, bool allowed)
    {
        var budget = new AssistBudget(2, PerSecond);
        var isAllowed = true;
        for (long i = 0; i < perSecond * seconds; i++)
        {
            // As many hits on one CPU as on the other.
            isAllowed &= budget.Take(0, Begin + (i * Second / perSecond)) & budget.Take(1, Begin + (i * Second / perSecond));
        }

        Assert.Equal(allowed, isAllowed);
    }

    [Fact]
    public void AssistBudget_BurstWithLowMean_IsAllowed()
    {
        var budget = new AssistBudget(1, PerSecond);
        for (var burst = 0; burst < 20; burst++)
        {
            for (var i = 0; i < PerSecond; i++) Assert.True(budget.Take(0, Begin + (burst * Second) + i));
        }
    }

    [Fact]
    public void AssistBudget_LostHits_Count()
    {
        var budget = new AssistBudget(2, PerSecond);
        Assert.True(budget.TakeLost(Begin, 100));
        Assert.False(budget.TakeLost(Begin, ulong.MaxValue));
        Assert.False(budget.Take(1, Begin + (Second / 2)));
        Assert.True(budget.Take(1, Begin + (10 * Second)));
    }
}
