using Unpause.Fleet.Questions;
using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Tests.Questions;

public class HostQuestionTests(ITestOutputHelper output)
{
    [Fact]
    public void Ask_ThirtyEqualHostsInAHundredFleets_SeldomNamesOne()
    {
        var wrong = 0;
        for (var seed = 1; seed <= 100; seed++)
        {
            if (HostQuestion.Ask(Fleet(seed, 30, 1).Slices, []).Count > 0) wrong++;
        }

        output.WriteLine($"{wrong} of 100 fleets with a false host");
        Assert.InRange(wrong, 0, 5);
    }

    [Theory]
    [InlineData(4, 4, 60)]
    [InlineData(8, 2, 90)]
    [InlineData(30, 1.7, 90)]
    public void Ask_OneHostWithMoreStops_IsNamed(int hosts, double effect, int least)
    {
        var (found, wrong) = (0, 0);
        for (var seed = 1; seed <= 100; seed++)
        {
            var documents = HostQuestion.Ask(Fleet(seed, hosts, effect).Slices, []);
            if (documents.Any(document => document.Host == "h0")) found++;
            if (documents.Any(document => document.Host != "h0")) wrong++;
        }

        output.WriteLine($"{found} of 100 found, {wrong} with another one");
        Assert.InRange(found, least, 100);
        Assert.InRange(wrong, 0, 5);
    }

    [Fact]
    public void Ask_HostWithOtherSettings_NamesWhatDiffers()
    {
        var processes = Enumerable.Range(0, 12).Select(i => State(i, i == 0 ? "Serial" : "G1", $"{i % 3}")).ToList();
        var document = Assert.Single(HostQuestion.Ask(Fleet(1, 12, 3).Slices, processes));
        Assert.Equal(("h0", "orders", "1", 11), (document.Host, document.Service, document.Version, document.Others));
        Assert.True(document.StoppedPercent > 2 * document.OthersStoppedPercent);
        Assert.InRange(document.PValue, 0, 0.02);
        Assert.NotNull(document.Report);
        Assert.Equal([("Only", "1", null), ("collector", "Serial", "G1"), ("memory_limit", "1000", "2000")],
            document.Differences.Select(difference => (difference.Name, difference.Here, difference.Others)));
    }

    [Fact]
    public void Ask_ThreeHosts_HaveNoUsualOne() => Assert.Empty(HostQuestion.Ask(Fleet(1, 3, 10).Slices, []));

    [Fact]
    public void Ask_HostsAtOtherHours_AreComparedByTheirHours()
    {
        var fleet = new SimulatedFleet(3) { HourSpread = 0.8 };
        for (var i = 0; i < 20; i++) fleet.Add("1", $"h{i}", $"p{i}", i, 12);
        Assert.Empty(HostQuestion.Ask(fleet.Slices, []));
    }

    [Fact]
    public void Ask_HostileNumbers_AreLeftOut()
    {
        foreach (var slices in HostileSlices.All()) FleetJsonCheck.Write(hosts: HostQuestion.Ask(slices, []));
    }

    [Fact]
    public void Ask_TenThousandHosts_IsBounded()
    {
        var fleet = new SimulatedFleet(1);
        for (var i = 0; i < 10_000; i++) fleet.Add("1", $"h{i}", $"p{i}", 0, 2);
        var watch = System.Diagnostics.Stopwatch.StartNew();
        HostQuestion.Ask(fleet.Slices, []);
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(10));
    }

    private static SimulatedFleet Fleet(int seed, int hosts, double effect)
    {
        var fleet = new SimulatedFleet(seed);
        for (var i = 0; i < hosts; i++) fleet.Add("1", $"h{i}", $"p{i}", 0, 24, i == 0 ? effect : 1);
        return fleet;
    }

    private static ProcessState State(int host, string collector, string mixed) => new()
    {
        Service = "orders", Version = "1", Host = $"h{host}", Process = $"p{host}", Runtime = "jvm", RuntimeVersion = "21",
        Collector = collector, MemoryLimit = host == 0 ? 1_000 : 2_000, StoppedShare = 0.01,
        Settings = host == 0 ? [new("Mixed", mixed), new("Only", "1")] : [new("Mixed", mixed)],
    };
}
