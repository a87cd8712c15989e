using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Tests;

public class ToDoListTests
{
    private static readonly ServiceCause Starved = new(
        "orders", "jvm", "starved-collector", "GC threads were starved", "Give it CPUs", "cpu=2", 2, 4, CoveredSeconds: 2400,
            StopSeconds: 24,
        LostRequestSeconds: 48, CoreSeconds: 96, SavesSeconds: 12, MaxSeconds: 0.5, new("a/1.json", 0)) { Concurrent = 3 };

    [Fact]
    public void Amounts_OfRecordedTime_AreThoseOfADayOfConcurrentProcesses()
    {
        var row = Assert.Single(ToDoList.Make([Starved]));
        // 24 s in 2,400 s is 1 %, of three processes at a time.
        Assert.Equal(0.01 * 86_400 * 3, row.StopSecondsPerDay);
        Assert.Equal(0.02 * 86_400 * 3, row.RequestSecondsPerDay);
        Assert.Equal(0.04 * 24 * 3, row.CoreHoursPerDay!.Value, 9);
        Assert.Equal((50.0, 100.0), (row.SavesUpToPercent!.Value, row.StopSharePercent));
        Assert.Equal(("a/1.json", 500e6), (row.Report!.Path, row.MaxMs!.Value.Nanoseconds));
    }

    [Fact]
    public void Order_WithRequestsAndWithout_IsByRequestTimeThenCores()
    {
        var rows = ToDoList.Make([
            Starved with { Service = "cores", LostRequestSeconds = null, CoreSeconds = 1000 },
            Starved with { Service = "stops", LostRequestSeconds = null, CoreSeconds = null, StopSeconds = 2000 },
            Starved with { Service = "requests" },
        ]);
        Assert.Equal(["requests", "cores", "stops"], rows.Select(row => row.Service));
        Assert.Equal(100, rows.Sum(row => row.StopSharePercent), 2);
    }

    [Fact]
    public void Stops_WithoutAFinding_HaveATitleOfTheirOwn()
    {
        var row = Assert.Single(ToDoList.Make([Starved with { Finding = "", Title = "", Advice = "", Setting = "", Service = "" }]));
        Assert.Equal((null, null, null, null), (row.Finding, row.Advice, row.Setting, row.Service));
        Assert.Equal(FleetText.Unexplained, row.Title);
    }

    [Theory]
    [InlineData("starved-collector", "Starved collector")]
    [InlineData("high-gc-time", "High GC time")]
    [InlineData("non-gc-stops", "Non-GC stops")]
    [InlineData("datas-trade-off", "DATAS trade-off")]
    [InlineData("of-a-later-version", "538 ms of pauses")]
    public void Title_OfAKnownFinding_HasNoNumberOfAReport(string finding, string expected) =>
        Assert.Equal(expected, Assert.Single(ToDoList.Make([Starved with { Finding = finding, Title = "538 ms of pauses" }])).Title);

    [Fact]
    public void Causes_WithoutTime_AreLeftOut() =>
        Assert.Empty(ToDoList.Make([Starved with { CoveredSeconds = 0 }, Starved with { StopSeconds = 0 }]));
}
