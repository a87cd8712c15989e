using Unpause.Analysis.Diagnosis.Observers;

namespace Unpause.Tests.Diagnosis;

public sealed class FixedPeriodTests
{
    private const long Second = 1_000_000_000;

    [Theory]
    [InlineData(5)]
    [InlineData(500)]
    public void Timer_WithJitter_HasItsPeriod(int calls)
    {
        var random = new Random(1);
        var starts = new List<long>();
        for (var i = 0; i < calls; i++) starts.Add((i * 3600 * Second) + random.NextInt64(20 * Second));
        var period = FixedPeriod.Find(starts)!;
        Assert.InRange(period.Nanoseconds, 3580 * Second, 3620 * Second);
        Assert.Equal(calls, period.Calls);
    }

    [Fact]
    public void Timer_SeveralCollectionsACall_CountsCalls()
    {
        var starts = new List<long>();
        for (var i = 0; i < 40; i++)
        {
            for (var each = 0; each <= i % 4; each++) starts.Add((i * Second) + (each * Second / 100));
        }

        Assert.Equal(40, FixedPeriod.Find(starts)!.Calls);
    }

    [Fact]
    public void Timer_SomeCallsLate_HasItsPeriod()
    {
        var starts = new List<long>();
        for (var i = 0; i < 50; i++) starts.Add((i * Second) + (i % 12 == 11 ? Second / 5 : 0));
        Assert.Equal(Second, FixedPeriod.Find(starts)!.Nanoseconds);
    }

    [Theory]
    [InlineData(new long[] { })]
    [InlineData(new long[] { 1 })]
    [InlineData(new long[] { 0, 1000, 2000, 3000 })]
    [InlineData(new long[] { 7, 7, 7, 7, 7, 7 })]
    [InlineData(new long[] { long.MinValue / 4, 0, long.MaxValue / 4, long.MaxValue / 2, long.MaxValue })]
    public void Starts_TooFewOrImpossible_HaveNone(long[] starts) => Assert.Null(FixedPeriod.Find(starts));

    /// <summary>Of 20,000 random series of each kind, at most 1 in 500 is taken for a timer. Shape 2: the sum of two intervals.</summary>
    [Theory]
    [InlineData(5, 1)]
    [InlineData(8, 1)]
    [InlineData(30, 1)]
    [InlineData(5, 2)]
    [InlineData(30, 2)]
    public void RandomCalls_ManySeries_AreHardlyEverATimer(int calls, int shape)
    {
        const int Series = 20_000;
        var random = new Random(calls + shape);
        var taken = 0;
        for (var i = 0; i < Series; i++)
        {
            var starts = new List<long>();
            double at = 0;
            for (var call = 0; call < calls; call++)
            {
                for (var part = 0; part < shape; part++) at -= Math.Log(1 - random.NextDouble()) * Second;
                starts.Add((long)at);
            }

            if (FixedPeriod.Find(starts) is not null) taken++;
        }

        Assert.InRange(taken, 0, Series / 500);
    }
}
