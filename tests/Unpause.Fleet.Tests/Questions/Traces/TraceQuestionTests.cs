using Unpause.Fleet.Questions;
using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Tests.Questions.Traces;

public class TraceQuestionTests(ITestOutputHelper output)
{
    [Fact]
    public void Ask_IndependentBursts_FindsNone() => CountWrong(1, seed =>
    {
        var services = new TwoServices(seed);
        return services.Serve(services.Bursts(60), services.Bursts(60));
    });

    [Fact]
    public void Ask_IndependentBurstsInSamplesOfADay_FindsNone() => CountWrong(1, seed =>
    {
        var services = new TwoServices(seed, hours: 24) { Traces = 60_000 };
        return TwoServices.Sample(services.Serve(services.Bursts(2_000), services.Bursts(2_000)), 128);
    });

    [Fact]
    public void Ask_BusyHoursOfBoth_FindsNone() => CountWrong(1, seed =>
    {
        var services = new TwoServices(seed, hours: 24) { Traces = 60_000, Load = hour => hour is > 9 and < 11 ? 1 : 0.1 };
        return TwoServices.Sample(services.Serve(services.Bursts(1_000), services.Bursts(1_000)), 128);
    });

    [Fact]
    public void Ask_TracesThatAreLongInBoth_FindsNone() => CountWrong(1, seed =>
    {
        // One trace in ten takes forty times as long in both, so it meets stops of both without a common reason.
        var services = new TwoServices(seed) { Heaviness = random => random.Next(10) == 0 ? 40 : 1 };
        return services.Serve(services.Bursts(60), services.Bursts(60));
    });

    [Fact]
    public void Ask_TimerOfBoth_IsFound() => CountFound(seed =>
    {
        var services = new TwoServices(seed);
        var stops = services.Bursts(60);
        return services.Serve(stops, stops);
    });

    [Fact]
    public void Ask_TimerOfBothInSamplesOfADay_IsFound() => CountFound(seed =>
    {
        var services = new TwoServices(seed, hours: 24) { Traces = 60_000 };
        var stops = services.Bursts(1_000);
        return TwoServices.Sample(services.Serve(stops, stops), 128);
    });

    [Fact]
    public void Ask_TimerAmongOtherStops_IsFound() => CountFound(seed =>
    {
        var services = new TwoServices(seed);
        var common = services.Bursts(20);
        return services.Serve([.. common.Concat(services.Bursts(60)).Order()], [.. common.Concat(services.Bursts(60)).Order()]);
    });

    [Fact]
    public void Ask_AllTraces_CountsAsByHand()
    {
        var services = new TwoServices(7);
        var stops = services.Bursts(60);
        var traces = services.Serve(stops, stops);
        var document = Assert.Single(TraceQuestion.Ask(traces));
        Assert.Equal(TwoServices.CountByHand(traces), TwoServices.NumbersOf(document));
        var example = traces.FindAll(trace => trace.Trace.ToString("x32") == document.TraceId);
        Assert.Equal(2, example.Count);
        Assert.All(example, trace => Assert.True(trace.Stopped >= TwoServices.Millisecond));
        Assert.InRange(document.Expected, 0, document.Together / 2.0);
        Assert.NotNull(document.Report);
        Assert.NotEqual(document.Report, document.OtherReport);
        Assert.StartsWith("2026-11-02T0", document.TraceAt, StringComparison.Ordinal);
        FleetJsonCheck.Write(traces: [document]);
    }

    [Fact]
    public void Sample_StoppedTraces_AreAsManyAsOfAllTraces()
    {
        var (sampled, share, error) = (0.0, 0.0, 0.0);
        for (var seed = 1; seed <= 20; seed++)
        {
            var services = new TwoServices(seed, hours: 8);
            var traces = services.Serve(services.Bursts(800), services.Bursts(800));
            var all = TwoServices.CountByHand(traces);
            var some = TwoServices.CountByHand(TwoServices.Sample(traces, 128));
            // An hour starts for one service some milliseconds before the other: hardly a trace is in only one sample.
            Assert.InRange(some.Traces, 8 * 126, 8 * 128);
            sampled += (double)some.One / some.Traces;
            share += (double)all.One / all.Traces;
            error += (double)all.One / all.Traces / some.Traces;
        }

        output.WriteLine($"{sampled / 20:P2} of the sampled traces, {share / 20:P2} of all");
        Assert.InRange(sampled - share, -4 * Math.Sqrt(error), 4 * Math.Sqrt(error));
    }

    [Fact]
    public void Ask_SeveralPairs_NamesOnlyTheOneWithAReason()
    {
        var services = new TwoServices(3);
        var stops = services.Bursts(60);
        var traces = services.Serve(stops, stops);
        var third = services.Bursts(60);
        var other = traces.FindAll(trace => trace.Service == "orders").ConvertAll(trace => trace with
        {
            Service = "search",
            Stopped = third.Exists(stop => stop.At < trace.At + trace.Length && stop.At + stop.Length > trace.At)
                ? Math.Min(trace.Length, 20 * TwoServices.Millisecond) : 0,
        });
        var document = Assert.Single(TraceQuestion.Ask([.. traces, .. other]));
        Assert.Equal(["billing", "orders"], ((string[])[document.One, document.Other]).Order());
    }

    [Fact]
    public void Ask_TraceInSeveralProcesses_CountsOnce()
    {
        var services = new TwoServices(7);
        var stops = services.Bursts(60);
        var traces = services.Serve(stops, stops);
        var once = Assert.Single(TraceQuestion.Ask(traces));
        var twice = Assert.Single(TraceQuestion.Ask([.. traces, .. traces]));
        Assert.Equal((once.Traces, once.Together, once.PValue), (twice.Traces, twice.Together, twice.PValue));
    }

    [Fact]
    public void Ask_ImpossibleTraces_AreLeftOut()
    {
        var random = new Random(5);
        long[] odd = [long.MinValue, -1, 0, 1, long.MaxValue / 2, long.MaxValue];
        var traces = new List<ServiceTrace>();
        for (var i = 0; i < 5_000; i++)
        {
            traces.Add(new(
                new[] { "a", "b", "" }[random.Next(3)], (UInt128)random.Next(0, 400), odd[random.Next(6)], odd[random.Next(6)],
                odd[random.Next(6)], null));
        }

        FleetJsonCheck.Write(traces: TraceQuestion.Ask(traces));
        Assert.Empty(TraceQuestion.Ask([]));
    }

    [Fact]
    public void Ask_MillionEntriesOfManyServices_IsAnswered()
    {
        var random = new Random(6);
        var traces = new List<ServiceTrace>();
        for (var i = 0; i < 1_000_000; i++)
        {
            traces.Add(new(
                $"s{random.Next(200)}", (UInt128)random.Next(1, 20_000), TwoServices.Start + random.NextInt64(TwoServices.Hour),
                50 * TwoServices.Millisecond, random.Next(2) * 20 * TwoServices.Millisecond, null));
        }

        var watch = System.Diagnostics.Stopwatch.StartNew();
        var documents = TraceQuestion.Ask(traces);
        output.WriteLine($"{documents.Count} pairs in {watch.ElapsedMilliseconds} ms");
        Assert.InRange(documents.Count, 0, 50);
        FleetJsonCheck.Write(traces: documents);
    }

    private void CountWrong(int most, Func<int, List<ServiceTrace>> make)
    {
        var (wrong, together, expected) = (0, 0L, 0.0);
        for (var seed = 1; seed <= 100; seed++)
        {
            var found = TraceQuestion.Ask(make(seed));
            wrong += found.Count;
            if (found.Count > 0) (together, expected) = (found[0].Together, found[0].Expected);
        }

        output.WriteLine($"{wrong} of 100 with a false pair, the last with {together} of {expected}");
        Assert.InRange(wrong, 0, most);
    }

    private void CountFound(Func<int, List<ServiceTrace>> make)
    {
        var (found, together, expected) = (0, 0L, 0.0);
        for (var seed = 1; seed <= 100; seed++)
        {
            if (TraceQuestion.Ask(make(seed)) is not [var pair]) continue;
            found++;
            (together, expected) = (pair.Together, pair.Expected);
        }

        output.WriteLine($"{found} of 100 found, the last with {together} of {expected}");
        Assert.InRange(found, 95, 100);
    }
}
