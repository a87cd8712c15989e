using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Tests.Watch;

public sealed class WatchMetricTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    [Theory]
    [InlineData("max_stop>200ms", "max_stop", 200)]
    [InlineData("max_pause >= 1.5s", "max_pause", 1500)]
    [InlineData("max_stop>500us", "max_stop", 0.5)]
    [InlineData("time_in_gc_percent>5%", "time_in_gc_percent", 5)]
    [InlineData("induced>0", "induced", 0)]
    public void Condition_OfAKnownMetric_IsTakenApart(string text, string metric, double limit)
    {
        var parsed = WatchMetric.Parse(text, out var fault);

        Assert.Null(fault);
        Assert.Equal((metric, limit), (parsed!.Metric, parsed.Limit));
    }

    [Theory]
    [InlineData("max_stop")]
    [InlineData("max_stop>")]
    [InlineData("max_stop>200")]
    [InlineData("max_stop>-1ms")]
    [InlineData("speed>1")]
    [InlineData("")]
    public void Condition_OfAnythingElse_IsRefusedWithAReason(string text)
    {
        Assert.Null(WatchMetric.Parse(text, out var fault));
        Assert.NotEmpty(fault!);
    }

    [Fact]
    public void Values_OfTheLastMinute_AreThoseOfItsStops()
    {
        var process = Process();
        process.Take(Pause(900, end: 1, generation: "gen2", induced: true), Now - TimeSpan.FromMinutes(2));
        process.Take(Pause(300, end: 2, generation: "gen2", induced: true), Now - TimeSpan.FromSeconds(50));
        process.Take(Pause(600, end: 3, generation: "gen0"), Now - TimeSpan.FromSeconds(1));
        process.Take(new(SeenKind.Stop, 700_000_000) { EndNanoseconds = 4 }, Now - TimeSpan.FromSeconds(1));

        Assert.Equal(600, Value("max_pause>1ms"));
        Assert.Equal(700, Value("max_stop>1ms"));
        Assert.Equal(1.5, Value("time_in_gc_percent>1%")!.Value, 9);
        Assert.Equal(1, Value("induced>0"));
        Assert.Equal(1, Value("full>0"));
        Assert.Null(Value("heap_after_percent>90%"));

        double? Value(string condition) => WatchedValues.Value(WatchMetric.Parse(condition, out _)!.Metric, process, Now, Minute);
    }

    [Fact]
    public void Stop_OfAPartThatOverlaps_IsTakenOnce()
    {
        var process = Process();

        Assert.True(process.Take(Pause(5, end: 100), Now));
        Assert.True(process.Take(Pause(5, end: 200), Now));
        // The next part of the ring has both again, and goes on.
        Assert.False(process.Take(Pause(5, end: 100), Now));
        Assert.False(process.Take(Pause(5, end: 200), Now));
        Assert.True(process.Take(Pause(5, end: 300), Now));
        Assert.Equal(3, process.Recent(Now).Count);
    }

    private static FollowedProcess Process() =>
        new("1-1") { Facts = new RingProcess("1-1", 1, "dotnet", RingProcess.Recording) { Service = "orders" } };

    private static SeenStop Pause(long milliseconds, long end, string generation = "gen0", bool induced = false) =>
        new(SeenKind.Pause, milliseconds * 1_000_000) { EndNanoseconds = end, Generation = generation, Induced = induced, Collects = true };
}
