using Unpause.Services.Watch.Metrics;

namespace Unpause.Services.Tests.Watch.Metrics;

public sealed class HeapTrendTests
{
    private const long Second = 1_000_000_000, Minute = 60 * Second, MiB = 1 << 20;

    [Fact]
    public void Heap_ThatGrowsByALine_ReachesItsLimitWhenTheLineDoes()
    {
        var trend = new HeapTrend();
        for (var i = 0; i <= 20; i++) trend.Add(i * Minute, (100 + (2 * i)) * MiB);

        // 140 MiB at minute 20, and 2 MiB a minute.
        Assert.Equal(60 * 60, trend.SecondsTo(260 * MiB)!.Value, 3);
        Assert.Equal(0, trend.SecondsTo(120 * MiB));
    }

    [Fact]
    public void Heap_ThatGrewLongAgo_HasNoTimeToItsLimit()
    {
        var trend = new HeapTrend();
        for (var i = 0; i < 20; i++) trend.Add(i * Minute, (100 + (2 * i)) * MiB);
        for (var i = 20; i < 60; i++) trend.Add(i * Minute, 140 * MiB);

        Assert.Null(trend.SecondsTo(260 * MiB));
    }

    [Fact]
    public void Heap_ThatOnlyVaries_HasNoTimeToItsLimit()
    {
        var random = new Random(3);
        var alarms = 0;
        for (var run = 0; run < 200; run++)
        {
            var trend = new HeapTrend();
            for (var i = 0; i < 30; i++) trend.Add(i * Minute, (long)((100 + (10 * random.NextDouble())) * MiB));
            if (trend.SecondsTo(200 * MiB) is not null) alarms++;
        }

        Assert.InRange(alarms, 0, 2);
    }

    [Fact]
    public void Heap_OfFewOrCloseCollections_HasNoTimeToItsLimit()
    {
        var trend = new HeapTrend();
        for (var i = 0; i < 4; i++) trend.Add(i * Minute, (100 + i) * MiB);
        Assert.Null(trend.SecondsTo(200 * MiB));
        var close = new HeapTrend();
        for (var i = 0; i < 100; i++) close.Add(i * Second / 10, (100 + i) * MiB);
        Assert.Null(close.SecondsTo(200 * MiB));
    }
}
