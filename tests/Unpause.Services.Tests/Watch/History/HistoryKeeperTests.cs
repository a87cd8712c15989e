using Unpause.Recordings.Rings;
using Unpause.Services.Watch.History;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.SlowRequests;

namespace Unpause.Services.Tests.Watch.History;

public sealed class HistoryKeeperTests : IDisposable
{
    private readonly string _ring = Directory.CreateTempSubdirectory("unpause-history-").FullName;
    private readonly RingWatch _watch;

    public HistoryKeeperTests() => _watch = new RingWatch(_ring, (_, _, _) => { });

    public void Dispose()
    {
        _watch.Dispose();
        Directory.Delete(_ring, recursive: true);
    }

    [Fact]
    public void Reports_OlderThanFourteenDays_Go()
    {
        Write("2026-11-13", "23-orders-1.json");
        Write("2026-11-14", "00-orders-1.json");
        Write("2026-11-28", "11-orders-1.json");

        Keeper(1 << 20).RemoveOld(new DateTimeOffset(2026, 11, 28, 12, 0, 0, TimeSpan.Zero));

        Assert.Equal(["2026-11-14/00-orders-1.json", "2026-11-28/11-orders-1.json"], Left());
    }

    [Fact]
    public void Reports_OfTooManyBytes_GoTheOldestFirst()
    {
        Write("2026-11-27", "23-orders-1.json");
        Write("2026-11-28", "10-orders-1.json");
        Write("2026-11-28", "11-orders-1.json");

        Keeper(2000).RemoveOld(new DateTimeOffset(2026, 11, 28, 12, 0, 0, TimeSpan.Zero));

        Assert.Equal(["2026-11-28/10-orders-1.json", "2026-11-28/11-orders-1.json"], Left());
    }

    [Theory]
    [InlineData("orders", "orders")]
    [InlineData("../../etc", "_.._etc")]
    [InlineData("...", "process")]
    [InlineData("a b\u001b", "a_b_")]
    public void Name_OfAService_IsNoPath(string service, string name) => Assert.Equal(name, RingKeeper.NameOf(service));

    [Fact]
    public void Labels_OfAProcess_NameItForAFleet()
    {
        var process = new RingProcess("k", 42, "jvm", RingProcess.Recording) { Service = "orders", ServiceVersion = "1.4",
            Host = "web\u001b", Container = "c0" };
        Assert.Equal(
            ["--label", "service.name=orders", "--label", "service.version=1.4", "--label", "container.id=c0", "--label", "pid=42"],
            HistoryKeeper.LabelsOf(process));
    }

    private HistoryKeeper Keeper(long most)
    {
        var settings = new WatchSettings { Ring = _ring, StretchSeconds = 60 };
        var keeper = new RingKeeper(settings, new ReportRunner("unpause"));
        return new HistoryKeeper(settings, _watch, keeper, new RequestFiles(settings, null)) { MostBytes = most };
    }

    private void Write(string day, string name)
    {
        var folder = Path.Combine(_ring, "history", day);
        Directory.CreateDirectory(folder);
        File.WriteAllBytes(Path.Combine(folder, name), new byte[1000]);
    }

    private IEnumerable<string> Left() => Directory.EnumerateFiles(Path.Combine(_ring, "history"), "*", SearchOption.AllDirectories)
        .Select(path => Path.GetRelativePath(Path.Combine(_ring, "history"), path)).Order(StringComparer.Ordinal);
}
