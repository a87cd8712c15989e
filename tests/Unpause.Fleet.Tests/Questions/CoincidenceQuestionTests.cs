using Unpause.Fleet.Questions;
using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Tests.Questions;

public class CoincidenceQuestionTests(ITestOutputHelper output)
{
    private const long Second = 1_000_000_000, Hour = 3_600 * Second;
    private const long Start = 1_793_577_600 * Second;

    [Fact]
    public void Ask_StopsAtRandom_FindsNone()
    {
        var wrong = 0;
        for (var seed = 1; seed <= 100; seed++)
        {
            if (CoincidenceQuestion.Ask(Random(seed, 40, 240, 24)).Count > 0) wrong++;
        }

        output.WriteLine($"{wrong} of 100 with a false pair");
        Assert.InRange(wrong, 0, 5);
    }

    [Fact]
    public void Ask_BusyHoursOfAllHosts_FindsNone()
    {
        var wrong = 0;
        for (var seed = 1; seed <= 100; seed++)
        {
            var random = new Random(seed);
            // Nine of ten stops are in two hours of the day, in which load is high everywhere.
            var stops = Random(seed, 20, 200, 24).ConvertAll(stop => random.Next(10) == 0
                ? stop : stop with { At = Start + ((9 + (random.Next(2) * 5)) * Hour) + random.NextInt64(Hour) });
            if (CoincidenceQuestion.Ask(stops).Count > 0) wrong++;
        }

        output.WriteLine($"{wrong} of 100 with a false pair");
        Assert.InRange(wrong, 0, 5);
    }

    [Fact]
    public void Ask_StopsThatFollowAnother_AreFound()
    {
        var stops = Random(1, 20, 200, 24);
        var caused = stops.FindAll(stop => stop.Host == "h0").Take(20)
            .Select(stop => stop with { Host = "h1", Process = "p1", At = stop.At + 20_000_000 });
        var document = Assert.Single(CoincidenceQuestion.Ask([.. stops, .. caused]));
        Assert.Equal(["orders on h0", "orders on h1"], ((string[])[document.One, document.Other]).Order());
        Assert.InRange(document.Together, 20, 24);
        Assert.InRange(document.Expected, 0, 3);
        Assert.Equal(15_000_000, document.ClockToleranceMs.Nanoseconds);
        Assert.StartsWith("2026-11-", document.FirstAt, StringComparison.Ordinal);
        Assert.NotNull(document.Report);
        Assert.NotNull(document.OtherReport);
    }

    [Fact]
    public void Ask_TimerOnTwoHosts_IsFound()
    {
        var stops = Random(2, 10, 100, 24);
        for (var i = 0; i < 24; i++)
        {
            foreach (var host in (string[])["h3", "h4"]) stops.Add(Stop(host, Start + (i * Hour), Second / 5));
        }

        Assert.Contains(CoincidenceQuestion.Ask(stops), document => document.One.Contains("h3", StringComparison.Ordinal)
            || document.Other.Contains("h3", StringComparison.Ordinal));
    }

    [Fact]
    public void Ask_ServicesOfOneHost_NeedNoAllowanceForClocks()
    {
        var stops = Enumerable.Range(0, 10).SelectMany(i => (TimedStop[])
        [
            Stop("h", Start + (i * i * 7 * 60 * Second), Second / 10) with { Service = "a" },
            Stop("h", Start + (i * i * 7 * 60 * Second), Second / 10) with { Service = "b" },
        ]).ToList();
        var document = Assert.Single(CoincidenceQuestion.Ask(stops));
        Assert.Equal((5_000_000, 10), (document.ClockToleranceMs.Nanoseconds, document.Together));
    }

    [Fact]
    public void Ask_ClockThatMayBeOff_WidensTheTolerance()
    {
        var stops = Enumerable.Range(0, 12).SelectMany(i => (TimedStop[])
        [
            Stop("h1", Start + (i * i * 7 * 60 * Second), Second / 10) with { ClockError = Second / 2 },
            Stop("h2", Start + (i * i * 7 * 60 * Second) + (Second / 2), Second / 10),
        ]).ToList();
        Assert.Equal(510_000_000, Assert.Single(CoincidenceQuestion.Ask(stops)).ClockToleranceMs.Nanoseconds);
        Assert.Empty(CoincidenceQuestion.Ask(stops.ConvertAll(stop => stop with { ClockError = 0 })));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(24)]
    public void Ask_TwoThousandProcesses_TakesLessThanASecond(int hours)
    {
        var stops = Random(1, 2_000, 10 * hours, hours);
        CoincidenceQuestion.Ask(stops.GetRange(0, 100));
        var watch = System.Diagnostics.Stopwatch.StartNew();
        CoincidenceQuestion.Ask(stops);
        output.WriteLine($"{stops.Count} stops: {watch.Elapsed.TotalMilliseconds:0} ms");
        // Twenty times that on a loaded machine, so that only a change of order fails.
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(20));
    }

    [Fact]
    public void Ask_AllStopsAtTheSameMoment_IsBounded()
    {
        var stops = new List<TimedStop>();
        for (var host = 0; host < 2_000; host++)
        {
            for (var i = 0; i < 10; i++) stops.Add(Stop($"h{host}", Start + (i * Hour), Second));
        }

        var watch = System.Diagnostics.Stopwatch.StartNew();
        var documents = CoincidenceQuestion.Ask(stops);
        Assert.Equal(50, documents.Count);
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(20));
        FleetJsonCheck.Write(coincidences: documents);
    }

    [Fact]
    public void Ask_HostileNumbers_AreLeftOut()
    {
        long[] numbers = [long.MinValue, -1, 0, 1, long.MaxValue / 2, long.MaxValue];
        var stops = new List<TimedStop>();
        foreach (var at in numbers)
        {
            foreach (var length in numbers)
            {
                foreach (var error in numbers)
                {
                    for (var i = 0; i < 4; i++) stops.Add(new("s", $"h{i}", "p", at, length, error, "", null));
                }
            }
        }

        FleetJsonCheck.Write(coincidences: CoincidenceQuestion.Ask(stops));
        Assert.Empty(CoincidenceQuestion.Ask([]));
    }

    private static TimedStop Stop(string host, long at, long length) =>
        new("orders", host, $"p-{host}", at, length, 0, "", new($"{host}.json", 0));

    private static List<TimedStop> Random(int seed, int hosts, int count, int hours)
    {
        var random = new Random(seed);
        var stops = new List<TimedStop>(hosts * count);
        for (var host = 0; host < hosts; host++)
        {
            for (var i = 0; i < count; i++)
                stops.Add(Stop($"h{host}", Start + random.NextInt64(hours * Hour), random.NextInt64(Second / 20, Second / 2)));
        }

        return stops;
    }
}
