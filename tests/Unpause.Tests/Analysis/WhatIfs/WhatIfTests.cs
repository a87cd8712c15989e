using Unpause.Analysis.CostModels;
using Unpause.Analysis.WhatIfs;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Scenarios;
using Unpause.Tests.Analysis.Attribution;

namespace Unpause.Tests.Analysis.WhatIfs;

/// <summary>What-ifs of simulated services, whose truth with other pauses and other loads can be computed, and of the samples.</summary>
public sealed class WhatIfTests
{
    // So many requests that the number of pauses, which are at random, differs by a sixth from run to run.
    private const int Longer = 40_000;
    private const long Ms = SimulatedService.Ms, Threshold = 100 * Ms;

    private static ReplayableLoad LoadOf(RequestSet set, Recording recording) =>
        Assert.Single(RequestAttribution.Compute([set], [recording], new AttributionOptions(Threshold)).Loads);

    private static (ReplayableLoad Load, Recording Recording) Served(SimulatedService service)
    {
        var recording = service.ToRecording();
        return (LoadOf(service.ToRequestSet(), recording), recording);
    }

    private static (ReplayableLoad Load, Recording Recording) Sample()
    {
        var recording = Assert.Single(Samples.Load("samples", "requests", "service.upgc.gz"));
        var file = RecordingInput.File(RepositoryFolder.File("samples", "requests", "requests.csv"));
        return (LoadOf(Assert.Single(new RequestLoader(RequestOptions.Default).Load([file]).Sets), recording), recording);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(16)]
    public void Replay_PresentSetting_ReproducesTheMeasuredP99(int workers)
    {
        for (var seed = 1; seed <= 3; seed++)
        {
            var (load, recording) = Served(SimulatedService.Random(seed, workers, 0.6));
            Assert.Null(load.Refusal);
            var whatIf = new WhatIf(load, recording, Threshold);
            var present = whatIf.Replay(PauseChange.None);
            Assert.InRange(whatIf.Measured.P99Nanoseconds!.Value, present.P99Low, present.P99High);
            Assert.InRange(present.P99, present.P99Low, present.P99High);
        }
    }

    [Fact]
    public void Replay_Sample_ReproducesTheMeasuredP99()
    {
        var (load, recording) = Sample();
        Assert.Null(load.Refusal);
        var whatIf = new WhatIf(load, recording, Threshold);
        var present = whatIf.Replay(PauseChange.None);
        Assert.InRange(whatIf.Measured.P99Nanoseconds!.Value, present.P99Low, present.P99High);
    }

    /// <summary>The truth: another run of the same service with half as many pauses, and with pauses twice as long.</summary>
    [Theory]
    [InlineData(0.5, 1)]
    [InlineData(2, 1)]
    [InlineData(1, 2)]
    public void Replay_OtherPauses_ContainsTheTruth(double rate, double length)
    {
        var held = 0;
        const int Runs = 10;
        for (var seed = 1; seed <= Runs; seed++)
        {
            var (load, recording) = Served(SimulatedService.Random(seed, 4, 0.5, count: Longer));
            var other = SimulatedService.Random(seed + 100, 4, 0.5, count: Longer, pauseMs: 150 * length, everyMs: 2000 / rate);
            var change = new KindChange(new(rate, length), new(rate, length), new(rate, length));
            var range = new WhatIf(load, recording, Threshold).Replay(new(change, change, null));
            var truth = SimulatedService.Percentile(other.Measured(), 99);
            held += truth >= range.P99Low && truth <= range.P99High ? 1 : 0;
        }

        Assert.InRange(held, 8, Runs);
    }

    [Fact]
    public void Changed_Rates_GiveSoManyPausesOfTheSameLength()
    {
        var (load, recording) = Served(SimulatedService.Random(1, 1, 0.5));
        var pauses = KindedPauses.From(load, recording);
        var recorded = load.Pauses;
        Assert.Equal(recorded.Count, pauses.Young + pauses.Old);
        foreach (var rate in (double[])[0.25, 0.5, 1, 1.5])
        {
            var change = KindChange.Rarer(rate);
            var changed = pauses.Changed(new(change, change, null), RangeEnd.Middle, 0);
            var expected = recorded.TotalNanoseconds * rate;
            Assert.InRange(changed.TotalNanoseconds, expected * 0.8, expected * 1.2);
        }

        var same = pauses.Changed(PauseChange.None, RangeEnd.Middle, 0);
        for (var i = 0; i < recorded.Count; i++) Assert.Equal((recorded.Start(i), recorded.End(i)), (same.Start(i), same.End(i)));
    }

    [Fact]
    public void Changed_HostileRates_StayBounded()
    {
        var (load, recording) = Served(SimulatedService.Random(1, 1, 0.5, count: 500));
        var pauses = KindedPauses.From(load, recording);
        foreach (var rate in (double[])[0, 1e-300, 1e12, double.PositiveInfinity])
        {
            var change = KindChange.Rarer(rate);
            var changed = pauses.Changed(new(change, change, new(rate, rate, rate, 0, 0, 0)), RangeEnd.High, 0.5);
            Assert.InRange(changed.Count, 0, 2 * Limits.MostReplayedPauses);
        }
    }

    [Theory]
    [InlineData("parallel-800m.log.gz")]
    [InlineData("dotnet.nettrace.gz")]
    [InlineData("dotnet-300m.nettrace.gz")]
    [InlineData("go-gogc100.gctrace")]
    public void Change_MoreMemory_NeverPredictsMoreCollections(string file)
    {
        var recording = Assert.Single(Samples.Load("tests", "Unpause.Tests", "fixtures", "models", file));
        var model = CostModel.Fit(recording)!;
        var last = double.MaxValue;
        foreach (var times in CostModel.Multiples)
        {
            if (model.Change(new(times * model.Formula.NowBytes)) is not { } change) continue;
            foreach (var end in Enum.GetValues<RangeEnd>())
            {
                Assert.True(change.Young.At(end).Rate >= 0 && change.Old.At(end).Length > 0, $"{file} {times}: {change}");
            }

            var rate = change.Young.Middle.Rate + change.Old.Middle.Rate + (change.Added?.PerSecond ?? 0);
            Assert.True(rate <= last + 1e-9, $"{file} {times}: {rate} after {last}");
            last = rate;
        }

        var now = model.Change(new(model.Formula.NowBytes))!;
        Assert.Equal(1, now.Young.Middle.Rate, 3);
        Assert.Equal(1, now.Old.Middle.Rate, 3);
        var more = model.Change(new(model.Formula.NowBytes, null, model.Work.LiveBytes / 10));
        Assert.True(more is null || more.Old.Middle.Rate >= now.Old.Middle.Rate);
    }

    [Fact]
    public void Change_CPythonThresholds_NeverPredictsMoreCollections()
    {
        var (_, recording) = Sample();
        var now = ThresholdFormula.Now(recording)!.Value;
        var last = double.MaxValue;
        foreach (var times in (double[])[0.1, 0.5, 1, 2, 10, 100])
        {
            var change = ThresholdFormula.Change(recording, times * now)!;
            Assert.Equal(1 / times, change.Young.Middle.Rate, 6);
            Assert.True(change.Old.Middle.Rate <= last);
            last = change.Old.Middle.Rate;
        }

        Assert.Null(ThresholdFormula.Change(recording, 0));
        Assert.Null(ThresholdFormula.Change(SimulatedService.RecordingOf([], 1000), 700));
    }

    /// <summary>The truth: the same needs at denser arrivals, whose first failing load a simulation finds.</summary>
    [Theory]
    [InlineData(1, 0.4)]
    [InlineData(4, 0.5)]
    public void Cliff_SimulatedService_IsWhereTheSimulationFails(int workers, double load)
    {
        var service = SimulatedService.Random(3, workers, load);
        var (served, recording) = Served(service);
        var cliff = Cliff.Find(served, KindedPauses.From(served, recording), null, recording, Threshold);
        Assert.Null(cliff.Refusal);
        var factor = 1.0;
        for (; factor < Cliff.Furthest; factor += 0.05)
        {
            var denser = new SimulatedService
            {
                Arrivals = [.. service.Arrivals.Select(arrival => (long)(arrival / factor))],
                Needs = service.Needs,
                Workers = workers,
                Pauses = [.. service.Pauses.Select(pause => ((long)(pause.Start / factor), pause.Length))],
            };
            if (SimulatedService.Percentile(denser.Measured(), 99) > Cliff.MostTimesThreshold * Threshold) break;
        }

        Assert.InRange(factor, cliff.Low * 0.9, (cliff.High ?? Cliff.Furthest) * 1.1);
    }

    [Fact]
    public void Cliff_RequestsThatNeverMeet_IsRefused()
    {
        var service = new SimulatedService
        {
            Arrivals = [.. Enumerable.Range(0, 2000).Select(i => (SimulatedService.MarginMs + (i * 100L)) * Ms)],
            Needs = [.. Enumerable.Repeat(5 * Ms, 2000)],
            Workers = 1,
            Pauses = [.. Enumerable.Range(1, 60).Select(i => ((SimulatedService.MarginMs + (i * 3000L) + 2) * Ms, 40 * Ms))],
        };
        var (load, recording) = Served(service);
        var cliff = Cliff.Find(load, KindedPauses.From(load, recording), null, recording, Threshold);
        Assert.Equal(CliffRefusal.NeverBusy, cliff.Refusal);
    }

    [Fact]
    public void Loads_ClosedLoop_AreRefused()
    {
        // One connection: nothing is sent during a pause.
        var (arrivals, pauses, now) = (new List<long>(), new List<(long, long)>(), SimulatedService.MarginMs * Ms);
        for (var i = 0; i < 5000; i++)
        {
            arrivals.Add(now);
            now += 6 * Ms;
            if (i % 100 != 50) continue;
            pauses.Add((arrivals[^1] + Ms, 150 * Ms));
            now += 150 * Ms;
        }

        var service = new SimulatedService
            { Arrivals = [.. arrivals], Needs = [.. arrivals.Select(_ => 5 * Ms)], Workers = 1, Pauses = [.. pauses] };
        var refusal = Served(service).Load.Refusal;
        Assert.True(refusal is ReplayRefusal.ClosedLoop or ReplayRefusal.AcceptQueueUnseen, $"{refusal}");
    }

    [Fact]
    public void Stagger_PausesTogether_ComeOneAfterTheOther()
    {
        var one = SimulatedService.Random(1, 1, 0.5).Timeline();
        var other = SimulatedService.Random(2, 1, 0.5).Timeline();
        var apart = Rotation.Stagger([one, other]);
        Assert.Equal(one.TotalNanoseconds + other.TotalNanoseconds, apart[0].TotalNanoseconds + apart[1].TotalNanoseconds);
        for (var i = 0; i < apart[0].Count; i++) Assert.Equal(0, apart[1].Stopped(apart[0].Start(i), apart[0].End(i)));
    }

    [Fact]
    public void Rotation_LongPauses_ShortenTheTail()
    {
        ReplayableLoad[] loads = [Served(SimulatedService.Random(1, 4, 0.4)).Load, Served(SimulatedService.Random(2, 4, 0.4)).Load];
        var rotation = Rotation.Compute(loads, Threshold)!;
        Assert.Equal(2, rotation.Instances);
        Assert.True(rotation.OutOfRotation.P99 < rotation.AsRecorded.P99, rotation.ToString());
        Assert.Null(Rotation.Compute([loads[0]], Threshold));
    }
}
