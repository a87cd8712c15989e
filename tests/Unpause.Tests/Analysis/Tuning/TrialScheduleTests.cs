using Unpause.Experiments.Tuning;

namespace Unpause.Tests.Analysis.Tuning;

public class TrialScheduleTests
{
    [Fact]
    public void TrialSchedule_EachRound_HasEachSettingOnce()
    {
        var (trials, stops) = Run(4, 6, 1, (_, _) => 1);
        Assert.Empty(stops);
        Assert.Equal(24, trials.Count);
        Assert.All(trials.GroupBy(trial => trial.Round), round => Assert.Equal([0, 1, 2, 3], round.Select(one => one.Setting).Order()));
        var orders = trials.GroupBy(trial => trial.Round).Select(round => string.Join(' ', round.Select(one => one.Setting)));
        Assert.True(orders.Distinct().Count() > 2);
        Assert.Equal(Places(trials), Places(Run(4, 6, 1, (_, _) => 1).Trials));
        Assert.NotEqual(Places(trials), Places(Run(4, 6, 2, (_, _) => 1).Trials));

        static IEnumerable<int> Places(IEnumerable<Trial> all) => all.Select(trial => trial.Setting);
    }

    /// <summary>Over many seeds every setting stands in every place about as often.</summary>
    [Fact]
    public void TrialSchedule_ManySeeds_FavourNoSetting()
    {
        var first = Enumerable.Range(0, 4_000).Select(seed => new TrialSchedule(4, 6, seed, false).Order(seed % 6)[0]).CountBy(one => one);
        Assert.All(first, count => Assert.InRange(count.Value, 850, 1150));
    }

    [Fact]
    public void TrialSchedule_HopelessSettings_StopEarlyAndTheDefaultStays()
    {
        // Settings 3 and 4 are three and five times as slow as the others, whose noise is a tenth.
        double[] factors = [1, 1, 0.9, 3, 5];
        var random = new Random(1);
        var (trials, stops) = Run(5, 6, 1, (setting, _) => Noise.Skewed(random, factors[setting], 0.1));
        Assert.Equal([3, 4], stops.Select(stop => stop.Setting).Order());
        Assert.All(stops, stop => Assert.Equal(3, stop.Trials));
        Assert.All(stops, stop => Assert.True(stop.Difference!.Value.Low > 0 && stop.Better is not null));
        Assert.Equal(6, trials.Count(trial => trial.Setting == 0));
        Assert.Equal(6, trials.Count(trial => trial.Setting == 2));
    }

    /// <summary>The best of five, by a third, must hardly ever be the one that is stopped.</summary>
    [Fact]
    public void TrialSchedule_BestSetting_IsSeldomStopped()
    {
        var stopped = Enumerable.Range(0, 200).Count(seed =>
        {
            var random = new Random(seed);
            return Run(5, 6, seed, (setting, _) => Noise.Skewed(random, setting == 2 ? 0.67 : 1, 0.2)).Stops.Any(stop => stop.Setting == 2);
        });
        Assert.InRange(stopped, 0, 4);
    }

    [Fact]
    public void TrialSchedule_TwoFailuresOrBrokenConstraints_StopTheSetting()
    {
        var (trials, stops) = Run(3, 6, 1, (_, _) => 1, (setting, trial) => setting switch
        {
            1 => trial with { Value = null, Failure = "the program ended with 1" },
            2 => trial with { Broken = ["max_rss<1MB"] },
            _ => trial,
        });
        Assert.Equal([1, 2], stops.Select(stop => stop.Setting));
        Assert.Equal("the program ended with 1", stops[0].Failure);
        Assert.Equal("max_rss<1MB", stops[1].Broken);
        // With the default alone there is nothing left to compare.
        Assert.Equal(6, trials.Count);
    }

    private static (List<Trial> Trials, IReadOnlyList<EarlyStop> Stops) Run(
        int settings, int rounds, int seed, Func<int, int, double> value, Func<int, Trial, Trial>? change = null)
    {
        var schedule = new TrialSchedule(settings, rounds, seed, higherIsBetter: false);
        var trials = new List<Trial>();
        while (schedule.Next(trials, out _) is var (setting, round))
        {
            var trial = new Trial(setting, round, value(setting, round), null, []);
            trials.Add(change?.Invoke(setting, trial) ?? trial);
        }

        schedule.Next(trials, out var stops);
        return (trials, stops);
    }
}
