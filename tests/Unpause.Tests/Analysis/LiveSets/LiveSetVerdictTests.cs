using Unpause.Analysis.LiveSets;

namespace Unpause.Tests.Analysis.LiveSets;

public class LiveSetVerdictTests
{
    private static readonly int[] Counts = [6, 8, 12, 20, 40, 100];
    private static readonly double[] Correlations = [0, 0.5, 0.8, 0.9, 0.95];

    /// <summary>What stays is called growing in less than 5 % of the trials, however correlated it is.</summary>
    [Theory]
    [InlineData(0.05)]
    [InlineData(0.15)]
    [InlineData(0.25)]
    public void LiveSetVerdict_StationarySeries_IsSeldomGrowing(double noise)
    {
        var random = new Random(7);
        var (growing, trials) = (0, 0);
        foreach (var correlation in Correlations)
        {
            foreach (var count in Counts)
            {
                for (var trial = 0; trial < 50; trial++, trials++)
                {
                    var series = SimulatedLiveSet.Of(random, count, correlation, noise, _ => 1);
                    if (LiveSetVerdict.Judge(series, null).State == LiveSetState.Growing) growing++;
                }
            }
        }

        Assert.InRange(growing, 0, (int)(trials * 0.05));
    }

    /// <summary>A live set that doubles is found, and its slope's interval holds the truth.</summary>
    [Theory]
    [InlineData(20, 0)]
    [InlineData(40, 0.5)]
    [InlineData(100, 0.8)]
    public void LiveSetVerdict_DoublingSeries_IsGrowing(int count, double correlation)
    {
        var random = new Random(11);
        var (found, held) = (0, 0);
        for (var trial = 0; trial < 100; trial++)
        {
            var verdict = LiveSetVerdict.Judge(SimulatedLiveSet.Of(random, count, correlation, 0.05, at => 1 + at), null);
            if (verdict.State == LiveSetState.Growing) found++;
            var truth = (100 << 20) / ((count - 1) * 10.0);
            if (verdict.Line!.Value.Low <= truth && truth <= verdict.Line.Value.High) held++;
        }

        Assert.InRange(found, 95, 100);
        Assert.InRange(held, 90, 100);
    }

    /// <summary>A cache that fills in the first part of the time and then stays is no leak.</summary>
    [Theory]
    [InlineData(0.1)]
    [InlineData(0.3)]
    [InlineData(0.5)]
    public void LiveSetVerdict_FilledThenStationary_IsNoLeak(double filling)
    {
        var random = new Random(13);
        var states = new Dictionary<LiveSetState, int>();
        for (var trial = 0; trial < 200; trial++)
        {
            var series = SimulatedLiveSet.Of(random, 40, 0.5, 0.03, at => Math.Min(1, 0.3 + (0.7 * at / filling)));
            var state = LiveSetVerdict.Judge(series, null).State;
            states[state] = states.GetValueOrDefault(state) + 1;
        }

        Assert.Equal(0, states.GetValueOrDefault(LiveSetState.Growing));
        Assert.True(states.GetValueOrDefault(LiveSetState.Plateau) > 60, string.Join(", ", states));
    }

    /// <summary>A cache that is emptied now and then goes up and down in teeth.</summary>
    [Fact]
    public void LiveSetVerdict_Sawtooth_IsNoLeak()
    {
        var random = new Random(17);
        for (var trial = 0; trial < 200; trial++)
        {
            var series = SimulatedLiveSet.Of(random, 60, 0.2, 0.02, at => 1 + (at * 5 % 1));
            Assert.NotEqual(LiveSetState.Growing, LiveSetVerdict.Judge(series, null).State);
        }
    }

    [Fact]
    public void LiveSetVerdict_QuietLevel_IsAPlateau()
    {
        var verdict = LiveSetVerdict.Judge(SimulatedLiveSet.Of(new Random(1), 100, 0, 0.03, _ => 1), null);
        Assert.Equal((LiveSetState.Plateau, null), (verdict.State, verdict.Doubt));
        Assert.Null(verdict.SecondsTo(1L << 30));
    }

    [Fact]
    public void LiveSetVerdict_GrownLoad_ExplainsTheGrowth()
    {
        var series = SimulatedLiveSet.Of(new Random(1), 40, 0, 0.01, at => 1 + at);
        Assert.Equal(LiveSetState.Growing, LiveSetVerdict.Judge(series, 1).State);
        Assert.Equal(LiveSetDoubt.LoadGrew, LiveSetVerdict.Judge(series, 2).Doubt);
    }

    /// <summary>100 MiB that grow by 100 MiB in 390 s reach 300 MiB after another 390 s.</summary>
    [Fact]
    public void LiveSetVerdict_GrowingSeries_PredictsWhenTheLimitIsReached()
    {
        var verdict = LiveSetVerdict.Judge(SimulatedLiveSet.Of(new Random(1), 40, 0, 0.01, at => 1 + at), null);
        var (middle, soonest, latest) = verdict.SecondsTo(300 << 20)!.Value;
        Assert.InRange(390, soonest, latest!.Value);
        Assert.InRange(middle, 370, 410);
        Assert.Equal(0, verdict.SecondsTo(10)!.Value.Middle);
    }

    [Fact]
    public void LiveSetVerdict_TooFewOrTooShort_GivesThatDoubt()
    {
        var random = new Random(1);
        Assert.Equal(LiveSetDoubt.TooFew, LiveSetVerdict.Judge(new LiveSetSeries([], true), null).Doubt);
        Assert.Equal(LiveSetDoubt.TooFew, LiveSetVerdict.Judge(SimulatedLiveSet.Of(random, 5, 0, 0.01, at => 1 + at), null).Doubt);
        var fast = SimulatedLiveSet.Of(random, 20, 0, 0.01, at => 1 + at).Points
            .Select(point => point with { AtNanoseconds = point.AtNanoseconds / 1_000 }).ToList();
        Assert.Equal(LiveSetDoubt.TooShort, LiveSetVerdict.Judge(new LiveSetSeries(fast, true), null).Doubt);
    }

    /// <summary>A million points take no longer than the few that they are put together to.</summary>
    [Fact]
    public void LiveSetVerdict_MillionPoints_AreMerged()
    {
        var points = Enumerable.Range(0, 1_000_000).Select(i => new LiveSetPoint(i * 10_000_000L, 1_000_000 + (i % 7))).ToList();
        var verdict = LiveSetVerdict.Judge(new LiveSetSeries(points, true), null);
        Assert.Equal((LiveSetState.Plateau, 1_000_000), (verdict.State, verdict.Points));
    }

    [Theory]
    [InlineData("go-gogc100.gctrace")]
    [InlineData("parallel-500m.log.gz")]
    public void LiveSetVerdict_ProgramThatKeepsItsTable_IsAPlateau(string file)
    {
        var recording = Assert.Single(Samples.Load("tests", "Unpause.Tests", "fixtures", "models", file));
        Assert.Equal(LiveSetState.Plateau, LiveSetVerdict.Judge(recording).State);
    }
}
