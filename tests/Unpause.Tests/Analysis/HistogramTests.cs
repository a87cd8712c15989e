using Unpause.Analysis.Histograms;

namespace Unpause.Tests.Analysis;

/// <summary>Histograms that can be merged: buckets by OpenTelemetry's definition, sums and maxima exact.</summary>
public class HistogramTests
{
    /// <summary>Bucket i holds (base^i, base^(i+1)] with base = 2^(1/32), values in milliseconds.</summary>
    [Fact]
    public void Histogram_Bucket_HoldsWhatItsDefinitionSays()
    {
        var random = new Random(7);
        for (var i = 0; i < 20_000; i++)
        {
            var nanoseconds = (long)Math.Exp(random.NextDouble() * Math.Log(9e18));
            var exact = Math.Log2(nanoseconds / 1e6) * 32;
            // Where a value lies on a bound but for rounding, both neighbours are right.
            if (Math.Abs(exact - Math.Round(exact)) < 1e-9) continue;
            Assert.Equal((int)Math.Ceiling(exact) - 1, ExponentialHistogram.IndexOf(nanoseconds));
        }
    }

    [Theory]
    [InlineData(1_000_000, -1)]
    [InlineData(1_000_001, 0)]
    [InlineData(2_000_000, 31)]
    [InlineData(2_000_001, 32)]
    [InlineData(500_000, -33)]
    [InlineData(1, -638)]
    [InlineData(long.MaxValue, 1378)]
    public void Histogram_UpperBound_BelongsToItsBucket(long nanoseconds, int index) =>
        Assert.Equal(index, ExponentialHistogram.IndexOf(nanoseconds));

    [Fact]
    public void Histogram_ManyValues_LosesNothingAndSumsExactly()
    {
        var random = new Random(11);
        var timed = new TimedHistogram(1_000_000_000);
        var (sum, max, zeros) = (0L, 0L, 0L);
        for (var i = 0; i < 5_000; i++)
        {
            var duration = random.Next(10) == 0 ? 0 : random.NextInt64(1, 400_000_000);
            (sum, max, zeros) = (sum + duration, Math.Max(max, duration), zeros + (duration == 0 ? 1 : 0));
            timed.Add(random.NextInt64(-5, 1_100_000_000), duration);
        }

        Assert.Equal((5_000, sum, max, zeros), (timed.All.Count, timed.All.SumNanoseconds, timed.All.MaxNanoseconds, timed.All.ZeroCount));
        Assert.Equal(5_000 - zeros, timed.All.Counts.ToArray().Sum(count => (long)count));
        var blocks = timed.Blocks.ToList();
        Assert.InRange(blocks.Count, 200, TimedHistogram.MostBlocks);
        Assert.Equal(5_000, blocks.Sum(block => block.Values.Count));
        Assert.Equal(sum, blocks.Sum(block => block.Values.SumNanoseconds));
        Assert.Equal(max, blocks.Max(block => block.Values.MaxNanoseconds));
        Assert.True(timed.BlockNanoseconds * TimedHistogram.MostBlocks >= 1_000_000_000, "the blocks cover the time");
    }

    [Fact]
    public void Histogram_AbsurdValues_AreHeld()
    {
        var histogram = new ExponentialHistogram();
        for (var i = 0; i < 3; i++) histogram.Add(long.MaxValue, ExponentialHistogram.IndexOf(long.MaxValue));
        histogram.Add(-5, ExponentialHistogram.IndexOf(-5));
        histogram.Add(long.MinValue, ExponentialHistogram.IndexOf(long.MinValue));
        Assert.Equal((5, long.MaxValue, 2), (histogram.Count, histogram.SumNanoseconds, histogram.ZeroCount));
    }

    [Fact]
    public void Histogram_WithoutTimes_HasNoBlocks()
    {
        var timed = new TimedHistogram(null);
        timed.Add(5, 7);
        Assert.Empty(timed.Blocks);
        Assert.Equal((1, null), (timed.All.Count, timed.BlockNanoseconds));
        Assert.Equal((0, 0), (new ExponentialHistogram().Offset, new ExponentialHistogram().Counts.Length));
    }
}
