using Unpause.Requests.Attribution.Join;
using Unpause.Requests.Statistics;

namespace Unpause.Tests.Analysis.Attribution.Join;

public sealed class RankSelectionTests
{
    [Theory]
    [InlineData(1, 1, 10)]
    [InlineData(2, 2, long.MaxValue)]
    [InlineData(3, 999, 50)]
    [InlineData(4, 1000, 1_000_000)]
    [InlineData(5, 100_003, long.MaxValue)]
    [InlineData(6, 100_003, 1)]
    [InlineData(7, 5000, 400_000_000)]
    [InlineData(8, 600_000, 30_000_000)]
    public void RankSelection_RandomValues_EqualsSorting(int seed, int count, long bound)
    {
        var random = new Random(seed);
        var values = Enumerable.Range(0, count).Select(_ => random.NextInt64(bound) >> random.Next(8)).ToArray();
        int[] perMille = [1, 500, 900, 990, 999, 1000];
        var sorted = values.Order().ToArray();
        var before = values.ToArray();
        Assert.Equal(perMille.Select(p => Percentiles.NearestRank(sorted, p)), RankSelection.Percentiles(values, perMille));
        Assert.Equal(before, values);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(long.MaxValue)]
    public void RankSelection_MisleadingSample_EqualsSorting(long shown)
    {
        var values = new long[200_000];
        for (var i = 0; i < values.Length; i++) values[i] = 1000 + i;
        foreach (var position in RankSample.Positions(values.Length)) values[position] = shown;
        var sorted = values.Order().ToArray();
        int[] perMille = [500, 900, 990, 999, 1000];
        Assert.Equal(perMille.Select(p => Percentiles.NearestRank(sorted, p)), RankSelection.Percentiles(values, perMille));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    [InlineData(10_000)]
    [InlineData(10_001)]
    [InlineData(10_000_000_000_000)]
    public void RankSample_AnyCount_IsSpreadEvenly(long count)
    {
        var positions = RankSample.Positions(count);
        Assert.Equal(positions.Order().Distinct(), positions);
        Assert.Equal(Math.Min(count, 10_000), positions.Length);
        for (var i = 0; i < positions.Length; i++)
        {
            Assert.InRange(positions[i], count / positions.Length * i, count * (i + 1) / positions.Length);
        }
    }

    [Fact]
    public void RankSelection_LargestValue_IsFound() =>
        Assert.Equal([long.MaxValue], RankSelection.Percentiles(new long[] { long.MaxValue, 0 }, [1000]));

    [Fact]
    public void RankSelection_WholeRangeOfValues_EqualsSorting()
    {
        var random = new Random(9);
        long[] values =
            [long.MinValue, long.MaxValue, .. Enumerable.Range(0, 9_999).Select(_ => random.NextInt64(long.MinValue, long.MaxValue))];
        int[] perMille = [1, 250, 500, 900, 1000];
        var sorted = values.Order().ToArray();
        Assert.Equal(perMille.Select(p => Percentiles.NearestRank(sorted, p)), RankSelection.Percentiles(values, perMille));
    }

    [Fact]
    public void RankSelection_NoValues_HaveNoPercentiles() =>
        Assert.Equal([null, null], RankSelection.Percentiles(Array.Empty<long>(), [500, 990]));
}
