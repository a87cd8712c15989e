using Unpause.Experiments.Tuning;

namespace Unpause.Tests.Analysis.Tuning;

public class TuneJudgementTests
{
    private const int Experiments = 400;

    /// <summary>
    /// Five equal settings, six trials each, skewed noise of 20 %, and every third round 30 % slower for all: a winner among them is false.
    /// </summary>
    [Theory]
    [InlineData(3)]
    [InlineData(6)]
    public void TuneJudgement_EqualSettings_SeldomHaveAWinner(int rounds)
    {
        var winners = Enumerable.Range(0, Experiments).Count(seed => TuneJudgement.Compute(
            Trials([1, 1, 1, 1, 1], rounds, seed), 5, higherIsBetter: false).Outcome is TuneOutcome.Winner or TuneOutcome.Tied);
        Assert.InRange(winners, 0, (int)(Experiments * TuneJudgement.Error));
    }

    [Fact]
    public void TuneJudgement_RealDifference_IsFound()
    {
        var found = Enumerable.Range(0, Experiments).Select(seed => TuneJudgement.Compute(
            Trials([1, 0.95, 0.3, 1.1], 6, seed), 4, higherIsBetter: false)).ToList();
        var right = found.Count(one => one is { Outcome: TuneOutcome.Winner, Chosen: 2, Ties: [] });
        Assert.InRange(right, Experiments * 95 / 100, Experiments);
        Assert.All(found.Take(10), one => Assert.Equal(2, one.Settings[0].Setting));
    }

    [Fact]
    public void TuneJudgement_TwoBetterSettings_AreTied()
    {
        var judged = TuneJudgement.Compute(Trials([1, 0.3, 0.3], 6, 1), 3, higherIsBetter: false);
        Assert.Equal(TuneOutcome.Tied, judged.Outcome);
        Assert.Equal(3, judged.Ties.Append(judged.Chosen!.Value).Sum());
    }

    /// <summary>Three noisy rounds that don't show how much worse it is are no reason to call it as good.</summary>
    [Fact]
    public void TuneJudgement_SettingStoppedEarly_IsNoTie()
    {
        Trial[] trials = [.. Trials([1, 0.3, 0.9], 6, 1).Where(trial => trial is not { Setting: 2, Round: > 2 })
            .Select(trial => trial is { Setting: 2, Round: 1 } ? trial with { Value = 25 } : trial)];
        Assert.Equal((TuneOutcome.Tied, 2), (Of([]).Outcome, Assert.Single(Of([]).Ties)));
        var judged = Of([new EarlyStop(2, 3, 1, null, null, null)]);
        Assert.Equal((TuneOutcome.Winner, (int?)1), (judged.Outcome, judged.Chosen));

        TuneJudgement Of(IReadOnlyList<EarlyStop> stops) => TuneJudgement.Compute(trials, 3, higherIsBetter: false, stops);
    }

    [Fact]
    public void TuneJudgement_HigherIsBetter_ChoosesTheHigher()
    {
        var trials = Trials([1, 3], 6, 1);
        Assert.Equal(1, TuneJudgement.Compute(trials, 2, higherIsBetter: true).Chosen);
        var judged = TuneJudgement.Compute(trials, 2, higherIsBetter: false);
        Assert.Equal((TuneOutcome.WithinNoise, (int?)null), (judged.Outcome, judged.Chosen));
        // The default is better; the difference is told in the objective's own direction both times.
        Assert.True(judged.Settings[1].AgainstDefault!.Value.Low > 0);
    }

    [Fact]
    public void TuneJudgement_BrokenConstraint_IsNotChosen()
    {
        Trial[] trials = [.. Trials([1, 0.3, 0.5], 6, 1).Select(trial =>
            trial is { Setting: 1, Round: 4 } ? trial with { Broken = ["max_rss<500MB"] } : trial)];
        var judged = TuneJudgement.Compute(trials, 3, higherIsBetter: false);
        Assert.Equal((TuneOutcome.Winner, (int?)2), (judged.Outcome, judged.Chosen));
        Assert.Equal(1, judged.Settings[^1].Setting);
        Assert.Equal(["max_rss<500MB"], judged.Settings[^1].Broken);
    }

    [Fact]
    public void TuneJudgement_DefaultBreaksAConstraint_ChoosesTheBestOther()
    {
        Trial[] trials = [.. Trials([0.2, 0.3, 1], 6, 1).Select(trial =>
            trial.Setting == 0 ? trial with { Broken = ["max_rss<500MB"] } : trial)];
        Assert.Equal((TuneOutcome.Winner, (int?)1), (Of(trials).Outcome, Of(trials).Chosen));
        Trial[] none = [.. trials.Select(trial => trial with { Broken = ["max_rss<500MB"] })];
        Assert.Equal(TuneOutcome.NoneKeeps, Of(none).Outcome);

        static TuneJudgement Of(IReadOnlyList<Trial> trials) => TuneJudgement.Compute(trials, 3, higherIsBetter: false);
    }

    [Fact]
    public void TuneJudgement_TwoRounds_AreTooFew() =>
        Assert.Equal(TuneOutcome.TooFewTrials, TuneJudgement.Compute(Trials([1, 0.01], 2, 1), 2, higherIsBetter: false).Outcome);

    private static Trial[] Trials(double[] factors, int rounds, int seed)
    {
        var random = new Random(seed);
        return [.. from round in Enumerable.Range(0, rounds)
            from setting in Enumerable.Range(0, factors.Length)
            let value = Noise.Skewed(random, 100 * factors[setting], 0.2) * (round % 3 == 0 ? 1.3 : 1)
            select new Trial(setting, round, value, null, [])];
    }
}
