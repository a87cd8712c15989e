using Unpause.Analysis.Histograms;
using Unpause.Fleet.Stores.Prometheus;

namespace Unpause.Fleet.Tests.Prometheus;

public class StopBucketsTests
{
    [Fact]
    public void Percentiles_OfNativeBuckets_AreWithinHalfABucket()
    {
        var random = new Random(5);
        for (var round = 0; round < 50; round++)
        {
            var stops = Enumerable.Range(0, 1 + random.Next(2000)).Select(_ => Math.Exp(-5 + (random.NextDouble() * 6))).Order().ToList();
            var times = StopBuckets.Between(null, KnownStops.Native(stops), isClassic: false);
            Assert.Equal(stops.Count, times.Count);
            Assert.Equal(stops.Sum(), times.SumSeconds, 9);
            foreach (var percent in new double[] { 1, 50, 90, 99, 99.9 })
                Assert.InRange(times.Percentile(percent)!.Value / KnownStops.Exact(stops, percent), 1 / 1.011, 1.011);
            Assert.InRange(times.MaxSeconds / stops[^1], 1 / 1.011, 1.011);
        }
    }

    [Fact]
    public void Buckets_OfSecondsAndMilliseconds_DifferByLessThanATenth()
    {
        // 2^(1/32): the same stop has the same index, or one beside it where its bounds differ.
        Assert.InRange(StopBuckets.Shift, -0.1, 0);
        var random = new Random(6);
        for (var i = 0; i < 1000; i++)
        {
            var nanoseconds = (long)Math.Exp(random.NextDouble() * 25);
            var times = StopBuckets.Between(null, KnownStops.Native([nanoseconds / 1e9]), isClassic: false);
            var document = new TimedHistogram(null);
            document.Add(null, nanoseconds);
            Assert.InRange(times.Indexes.Single() - document.All.Offset, 0, 1);
        }
    }

    [Fact]
    public void Between_TwoMoments_IsWhatWasCountedBetween()
    {
        List<double> first = [0.001, 0.01, 0.01], second = [0.01, 0.2];
        var times = StopBuckets.Between(KnownStops.Native(first), KnownStops.Native([.. first, .. second]), isClassic: false);
        Assert.Equal((2, 0.21), (times.Count, Math.Round(times.SumSeconds, 12)));
        Assert.Equal([1L, 1], times.Counts);
        Assert.InRange(times.MaxSeconds, 0.2 / 1.011, 0.2 * 1.011);
    }

    [Theory]
    [InlineData(new[] { 0.01 })]
    // As many as before, but others: a bucket became less.
    [InlineData(new[] { 0.5, 0.5, 0.5, 0.01 })]
    public void Between_ARestart_CountsFromZero(double[] after)
    {
        var times = StopBuckets.Between(KnownStops.Native([0.01, 0.02, 0.03]), KnownStops.Native(after), isClassic: false);
        Assert.Equal(after.Length, times.Count);
        Assert.Equal(after.Sum(), times.SumSeconds, 12);
    }

    [Fact]
    public void Between_NothingNew_IsNothing() =>
        Assert.Equal(0, StopBuckets.Between(KnownStops.Native([0.1]), KnownStops.Native([0.1]), isClassic: false).Count);

    [Fact]
    public void Between_CoarserBuckets_KeepsTheCount()
    {
        // The server merges buckets by two when there are too many.
        var before = KnownStops.Native([0.01, 0.011, 0.02]);
        var wide = new PrometheusHistogram(5, 0.061, [new(0.007, 0.0157, 3), new(0.0157, 0.03, 2)]);
        var times = StopBuckets.Between(before, wide, isClassic: false);
        Assert.Equal(2, times.Count);
        Assert.Equal(0.02, times.SumSeconds, 12);
    }

    [Fact]
    public void Zeros_InTheZeroBucket_AreZero()
    {
        var times = StopBuckets.Between(null, new(3, 0.1, [new(-2.9e-39, 2.9e-39, 2), new(0.09, 0.11, 1)]), isClassic: false);
        Assert.Equal((3, 2, 0.0), (times.Count, times.Zero, times.Percentile(50)!.Value));
        Assert.Equal(0.1, times.MaxSeconds, 12);
    }

    [Fact]
    public void Classic_WideBuckets_InterpolateAsPrometheusDoes()
    {
        // histogram_quantile(0.5): the 50th of 100 in (0.1, 0.2] is in the middle.
        var times = StopBuckets.Between(null, new(100, 15, [new(0.1, 0.2, 100)]), isClassic: true);
        Assert.Equal(100, times.Count);
        Assert.InRange(times.Percentile(50)!.Value, 0.15 / 1.02, 0.15 * 1.02);
        Assert.Equal(0.2, times.MaxSeconds, 12);
    }

    [Fact]
    public void Classic_OneStop_HasItsSumAsMaximum()
    {
        Assert.Equal(0.13, StopBuckets.Between(null, new(1, 0.13, [new(0.1, 0.2, 1)]), isClassic: true).MaxSeconds, 12);
        var above = StopBuckets.Between(null, new(2, 26, [new(0, 0.0001, 1), new(10, double.PositiveInfinity, 1)]), isClassic: true);
        Assert.Equal((2, 26.0), (above.Count, above.MaxSeconds));
    }

    [Fact]
    public void Classic_CountWithoutBuckets_IsAtTheMean()
    {
        var times = StopBuckets.Between(null, new(4, 0.4, []), isClassic: true);
        Assert.Equal(4, times.Count);
        Assert.InRange(times.Percentile(50)!.Value, 0.1 / 1.02, 0.1 * 1.02);
    }

    [Fact]
    public void Hostile_Numbers_StayInBounds()
    {
        double[] odd = [0, -1, 1e-320, 1e300, double.MaxValue, double.PositiveInfinity, double.NegativeInfinity, 1e18, 0.5];
        foreach (var left in odd)
        {
            foreach (var right in odd.Where(right => right > left))
            {
                foreach (var count in new[] { 1, 1e18, 1e300 })
                {
                    foreach (var isClassic in new[] { true, false })
                    {
                        var times = StopBuckets.Between(null, new(count, -5, [new(left, right, count)]), isClassic);
                        Assert.All(times.Indexes, index => Assert.InRange(index, -2048, 2048));
                        Assert.True(times.Count >= 0);
                    }
                }
            }
        }
    }
}
