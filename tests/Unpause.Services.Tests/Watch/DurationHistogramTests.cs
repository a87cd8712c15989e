using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Tests.Watch;

public sealed class DurationHistogramTests
{
    [Theory]
    [InlineData(1.0, 0)]
    [InlineData(2.0, 32)]
    [InlineData(0.5, -32)]
    [InlineData(1.0000001, 1)]
    [InlineData(1.9999999, 32)]
    public void Bucket_OfABound_IsTheOneThatItEnds(double seconds, int bucket) =>
        Assert.Equal(bucket, DurationHistogram.BucketOf(seconds));

    [Fact]
    public void Bucket_OfAnyValue_HasItBetweenItsBounds()
    {
        var random = new Random(7);
        for (var i = 0; i < 20_000; i++)
        {
            var seconds = Math.Exp((random.NextDouble() * 40) - 30);
            var bucket = DurationHistogram.BucketOf(seconds);
            Assert.True(seconds <= DurationHistogram.BoundOf(bucket) && seconds > DurationHistogram.BoundOf(bucket - 1), $"{seconds:R}");
        }
    }

    [Fact]
    public void Counts_OfManyDurations_AreThoseOfTheList()
    {
        var random = new Random(8);
        var histogram = new DurationHistogram();
        var all = new List<long>();
        for (var i = 0; i < 10_000; i++)
        {
            all.Add(i % 50 == 0 ? 0 : (long)Math.Exp(random.NextDouble() * 22));
            histogram.Add(all[^1]);
        }

        Assert.Equal(all.Count, histogram.Count);
        Assert.Equal(all.Sum() / 1e9, histogram.SumSeconds, 6);
        Assert.Equal(all.Max(), histogram.LongestNanoseconds);
        Assert.Equal(all.Count(one => one == 0), histogram.Zeros);
        Assert.Equal(all.Count, histogram.Zeros + histogram.Buckets.Sum(bucket => bucket.Value));
        foreach (var bucket in new[] { -500, -320, -160, 0 })
        {
            var bound = DurationHistogram.BoundOf(bucket);
            var upTo = histogram.Zeros + histogram.Buckets.Where(one => one.Key <= bucket).Sum(one => one.Value);
            Assert.Equal(all.Count(one => one / 1e9 <= bound), upTo);
        }
    }
}
