using Unpause.Analysis.CostModels;
using Unpause.Analysis.WhatIfs;
using Unpause.Recordings;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Scenarios;
using Unpause.Tests.Analysis.Attribution;

namespace Unpause.Tests.Analysis.WhatIfs;

/// <summary>What-ifs of a service that the collector does not stop but slows, as Go's marking does.</summary>
public sealed class ConcurrentSlowdownTests
{
    private const long Threshold = 20 * SimulatedService.Ms;
    private const double WorkMs = 30, EveryMs = 500;

    [Theory]
    [InlineData(0.1)]
    [InlineData(0.25)]
    [InlineData(0.5)]
    public void SlowedBy_WorkThatTakesSpeed_FindsTheShare(double speed)
    {
        for (var seed = 1; seed <= 3; seed++)
        {
            var slowdown = Load(Service(seed, speed)).Slowed.Slowdown;
            Assert.NotNull(slowdown);
            Assert.InRange(slowdown.Share, 1 - speed - 0.07, 1 - speed + 0.07);
        }
    }

    [Fact]
    public void SlowedBy_WorkThatTakesNoSpeed_FindsNone()
    {
        var found = 0;
        for (var seed = 1; seed <= 20; seed++) found += Load(Service(seed, 1)).Slowed.Slowdown is null ? 0 : 1;
        // Chance has it once in twenty.
        Assert.InRange(found, 0, 3);
    }

    /// <summary>The truth: another run of the same service that collects a quarter, half and twice as often.</summary>
    [Theory]
    [InlineData(0.25)]
    [InlineData(0.5)]
    [InlineData(2)]
    public void Replay_OtherNumberOfCollections_ContainsTheTruth(double rate)
    {
        var held = 0;
        var (error, errorByPausesAlone) = (0.0, 0.0);
        const int Runs = 10;
        for (var seed = 1; seed <= Runs; seed++)
        {
            var (load, slowed, recording) = Load(Service(seed, 0.25));
            Assert.Null(slowed.Refusal);
            var truth = SimulatedService.Percentile(Service(seed + 100, 0.25, EveryMs / rate).Measured(), 99);
            var change = new KindChange(new(rate, 1), new(rate, 1), new(rate, 1));
            var whatIf = new WhatIf(load, recording, Threshold);
            Assert.InRange(whatIf.SlowedShare!.Value, 0.6, 0.85);
            var range = whatIf.Replay(new(change, change, null));
            held += truth >= range.P99Low && truth <= range.P99High ? 1 : 0;
            error += Math.Abs(Math.Log(range.P99 / (double)truth));
            var (paused, _, pausedRecording) = Load(Service(seed, 0.25), timed: false);
            range = new WhatIf(paused, pausedRecording, Threshold).Replay(new(change, change, null));
            errorByPausesAlone += Math.Abs(Math.Log(range.P99 / (double)truth));
        }

        Assert.InRange(held, 8, Runs);
        // With twice as many, pauses alone are wrong by less than two starts of one program differ.
        if (rate < 1) Assert.True(error < errorByPausesAlone / 2, $"{error / Runs:0.000} and {errorByPausesAlone / Runs:0.000}");
    }

    private static SimulatedService Service(int seed, double speed, double everyMs = EveryMs)
    {
        var random = SimulatedService.Random(seed, 1, 0.3, count: 10_000, needMs: 3, pauseMs: WorkMs, everyMs: everyMs);
        return new SimulatedService
        {
            Arrivals = random.Arrivals,
            Needs = random.Needs,
            Pauses = random.Pauses,
            Workers = 1,
            SpeedInPauses = speed,
        };
    }

    private static (ReplayableLoad Load, ReplayableLoad Slowed, Recording Recording) Load(SimulatedService service, bool timed = true)
    {
        var begun = SimulatedService.Begun([], service.Arrivals[^1] + (SimulatedService.MarginMs * SimulatedService.Ms));
        foreach (var (start, length) in service.Pauses)
        {
            var collection = begun.Begin(begun.Collections.Count);
            collection.Kind = CollectionKind.Background;
            if (timed) (collection.StartNanoseconds, collection.EndNanoseconds) = (start, start + length);
            begun.Pauses.Add(new Pause(start, 10_000, begun.Collections.Count - 1, "mark termination"));
        }

        var recording = begun.Build();
        var load = Assert.Single(
            RequestAttribution.Compute([service.ToRequestSet()], [recording], new AttributionOptions(Threshold)).Loads);
        return (load, load.SlowedBy(KindedPauses.WorkBeside(load, recording)), recording);
    }
}
