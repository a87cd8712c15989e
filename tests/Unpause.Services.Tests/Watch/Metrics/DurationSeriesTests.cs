using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Metrics;

namespace Unpause.Services.Tests.Watch.Metrics;

public sealed class DurationSeriesTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Processes_OfOneServiceAndInstance_AreOneSeriesThatStaysWhenOneEnds()
    {
        var series = new DurationSeries();
        series.Add(Process(1, "jvm"), Pause(30), Now);
        series.Add(Process(2, "jvm"), Pause(50), Now);
        series.Add(Process(2, "jvm") with { State = RingProcess.Ended }, Pause(70), Now);

        var sample = Assert.Single(series.Samples(SeenKind.Pause, native: true));
        Assert.Equal(3, sample.Durations!.Count);
        Assert.Equal(0.15, sample.Durations.SumSeconds, 9);
        Assert.DoesNotContain(sample.Labels, label => label.Name == "pid");
        Assert.Equal(3, sample.Durations.Buckets.Sum(bucket => bucket.Value));
        Assert.Empty(series.Samples(SeenKind.Stop, native: false));
    }

    [Fact]
    public void Bucket_OfAClassicHistogram_IsExactAtItsBound()
    {
        var series = new DurationSeries();
        foreach (var nanoseconds in (long[])[0, 199_999_999, 200_000_000, 200_000_001, 11_000_000_000])
            series.Add(Process(1, "go"), new(SeenKind.Stop, nanoseconds), Now);

        var counts = Assert.Single(series.Samples(SeenKind.Stop, native: false)).Durations!;
        Assert.Equal(3, counts.UpTo[DurationSeries.Bounds.ToList().IndexOf(0.2)]);
        Assert.Equal(4, counts.UpTo[^1]);
        Assert.Equal((5, 1), (counts.Count, counts.Zeros));
        Assert.Empty(counts.Buckets);
    }

    [Theory]
    [InlineData("cpython", 1)]
    [InlineData("jvm", 0)]
    [InlineData("dotnet", 0)]
    public void Pause_OfARuntimeWithoutOtherStops_IsAStop(string runtime, int stops)
    {
        var series = new DurationSeries();
        series.Add(Process(1, runtime), Pause(30), Now);
        series.Add(Process(1, runtime), new(SeenKind.Request, 1), Now);

        Assert.Equal(stops, series.Samples(SeenKind.Stop, native: false).Count);
    }

    [Fact]
    public void Causes_WithoutABound_AreFoldedAndCounted()
    {
        var series = new DurationSeries();
        const int Many = 3 * ServiceLimits.MostCauses;
        for (var i = 0; i < Many; i++) series.Add(Process(1, "jvm"), Pause(1) with { Cause = $"cause {i}" }, Now);

        var samples = series.Samples(SeenKind.Pause, native: false);
        Assert.Equal(ServiceLimits.MostCauses + 1, samples.Count);
        Assert.Equal(Many, samples.Sum(sample => sample.Durations!.Count));
        Assert.Equal(Many - ServiceLimits.MostCauses, series.Folded);
        var other = Assert.Single(samples, sample => sample.Labels[^1] == new MetricLabel("cause", "other"));
        Assert.Equal(new MetricLabel("service", "orders"), other.Labels[0]);
        Assert.Equal(series.Folded, other.Durations!.Count);
    }

    [Fact]
    public void Services_WithoutABound_AreFoldedUntilOldOnesAreUnused()
    {
        var series = new DurationSeries();
        const int Many = ServiceLimits.MostSeries + 1000;
        for (var i = 0; i < Many; i++) series.Add(Process(i, "jvm") with { Service = $"service {i}" }, Pause(1), Now);

        var samples = series.Samples(SeenKind.Pause, native: false);
        Assert.InRange(samples.Count, ServiceLimits.MostSeries, ServiceLimits.MostSeries + ServiceLimits.MostFoldedSeries);
        Assert.Equal(Many, samples.Sum(sample => sample.Durations!.Count));
        Assert.Equal(samples.Count, samples.Select(sample => string.Join(',', sample.Labels)).Distinct().Count());
        Assert.Equal(1000, series.Folded);

        series.Add(Process(1, "jvm") with { Service = "new" }, Pause(1), Now + TimeSpan.FromHours(2));
        Assert.Single(series.Samples(SeenKind.Pause, native: false));
    }

    private static RingProcess Process(int id, string runtime) =>
        new($"{id}-1", id, runtime, RingProcess.Recording) { Service = "orders", Host = "host" };

    private static SeenStop Pause(long milliseconds) =>
        new(SeenKind.Pause, milliseconds * 1_000_000) { Generation = "gen0", Cause = "allocation", Collects = true };
}
