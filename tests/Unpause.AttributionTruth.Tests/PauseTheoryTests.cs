using Unpause.Bench.AttributionTruth;

namespace Unpause.AttributionTruth.Tests;

/// <summary>Pauses: their mapping of time, and what theory says that they cost.</summary>
public class PauseTheoryTests
{
    /// <summary>
    /// Pauses that come at random are customers of a higher class that interrupts and lets resume: White and Christie (1958),
    /// T = [E[S] (1 − ρ₁ − ρ₂) + (λ₁ E[S₁²] + λ₂ E[S₂²]) ÷ 2] ÷ [(1 − ρ₁)(1 − ρ₁ − ρ₂)], with class 1 the pauses.
    /// </summary>
    [Theory]
    [InlineData(ServiceLaw.Exponential)]
    [InlineData(ServiceLaw.Lognormal)]
    public void Pauses_RandomTimes_CostWhatAnInterruptingClassCosts(ServiceLaw law)
    {
        const double rate = 0.6, pauseRate = 0.01, pauseMean = 10;
        const int count = 2_000_000;
        var dice = new Dice(7);
        var pauses = new List<(double Start, double Length)>();
        foreach (var start in Loads.Poisson(pauseRate, 0, 1.2 * count / rate, dice))
        {
            var length = dice.Exponential(pauseMean);
            // One that comes during another waits for its end: they are served in order too.
            var last = pauses.Count > 0 ? pauses[^1] : (Start: double.NegativeInfinity, Length: 0);
            if (start <= last.Start + last.Length) pauses[^1] = last with { Length = last.Length + length };
            else pauses.Add((start, length));
        }

        var served = Sample.Poisson(Discipline.FirstComeFirstServed, 1, law, rate, count, 8, new Stops(pauses));
        var stopped = pauseRate * pauseMean;
        var residual = (pauseRate * 2 * pauseMean * pauseMean + rate * ServiceLaws.SecondMoment(law)) / 2;
        var theory = ((1 - stopped - rate) + residual) / ((1 - stopped) * (1 - stopped - rate));
        Sample.AssertMean(theory, QueueTheoryTests.Times(served));
    }

    [Fact]
    public void Work_DuringStops_StandsStill()
    {
        var stops = new Stops([(10, 2), (20, 5)]);
        Assert.Equal(10, stops.Operational(10));
        Assert.Equal(10, stops.Operational(11.5));
        Assert.Equal(11, stops.Operational(13));
        Assert.Equal(18, stops.Operational(24));
        Assert.Equal(10, stops.Wall(10));
        Assert.Equal(12.5, stops.Wall(10.5));
        Assert.Equal(26, stops.Wall(19));
        Assert.Equal(25, stops.Released(21));
        Assert.Equal(15, stops.Released(15));
    }

    [Theory]
    [InlineData(Discipline.FirstComeFirstServed)]
    [InlineData(Discipline.Shared)]
    [InlineData(Discipline.Unlimited)]
    public void LoneRequest_PauseDuringIt_TakesThatMuchLonger(Discipline discipline)
    {
        var served = Server.Serve(discipline, 1, [new Client(1, [new Work(2)])], new Stops([(2, 3)]));
        Assert.Equal(6, Assert.Single(served).End, 9);
    }

    [Theory]
    [InlineData(Discipline.FirstComeFirstServed)]
    [InlineData(Discipline.Shared)]
    [InlineData(Discipline.Unlimited)]
    public void Request_PauseDuringItsDatabaseCall_IsNotDelayed(Discipline discipline)
    {
        // Half a second of work, four seconds elsewhere over a pause of three, half a second of work; then one that ends in the pause.
        var clients = new[] { new Client(1, [new Work(1, 4)]) };
        Assert.Equal(6, Assert.Single(Server.Serve(discipline, 1, clients, new Stops([(2, 3)]))).End, 9);
        Assert.Equal(8.5, Assert.Single(Server.Serve(discipline, 1, clients, new Stops([(5, 3)]))).End, 9);
    }

    [Fact]
    public void PauseTimes_Drawn_AreAsManyAndAsLongAsAskedFor()
    {
        for (var seed = 0; seed < 50; seed++)
        {
            var pauses = PauseTimes.Draw(200, 0.05, 10, 210, new Dice(seed));
            Assert.Equal(200, pauses.Count);
            Assert.InRange(pauses.Average(pause => pause.Length), 0.03, 0.07);
            Assert.True(pauses[0].Start > 10 && pauses[^1].Start + pauses[^1].Length < 210);
            Assert.All(pauses.Zip(pauses.Skip(1)), two => Assert.True(two.Second.Start > two.First.Start + two.First.Length));
        }
    }

    [Fact]
    public void Loads_Bursty_KeepTheMeanRateAndCluster()
    {
        var dice = new Dice(9);
        var counts = new double[20_000];
        foreach (var at in Loads.Bursty(50, 0, counts.Length, dice)) counts[(int)at]++;
        Sample.AssertMean(50, counts);
        var variance = counts.Sum(count => (count - 50) * (count - 50)) / counts.Length;
        Assert.True(variance > 3 * 50, "a Poisson process has variance 50");
    }
}
