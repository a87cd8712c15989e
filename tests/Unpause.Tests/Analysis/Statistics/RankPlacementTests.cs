using Unpause.Requests.Statistics;

namespace Unpause.Tests.Analysis.Statistics;

public class RankPlacementTests
{
    [Theory]
    [InlineData(5)]
    [InlineData(1000)]
    [InlineData(1_000_000)]
    public void RankPlacement_AnyRank_EqualsSorting(int different)
    {
        var random = new Random(different);
        for (var round = 0; round < 200; round++)
        {
            long[] values = [.. Enumerable.Range(0, random.Next(1, 700)).Select(_ => random.NextInt64(-different, different))];
            long[] sorted = [.. values.Order()];
            var rank = random.Next(values.Length);
            Assert.Equal(sorted[rank], RankPlacement.Place(values, rank));
            Assert.Equal(sorted[rank], values[rank]);
            Assert.True(values[..rank].All(value => value <= sorted[rank]) && values[rank..].All(value => value >= sorted[rank]));
            Assert.Equal(sorted, values.Order());
        }
    }

    [Fact]
    public void RankPlacement_BadOrders_CostNoMoreThanASort()
    {
        const int Count = 200_000;
        foreach (var values in new[] { Rising(Count), Falling(Count), OrganPipe(Count), new long[Count], AgainstMedianOfThree(Count) })
        {
            long[] sorted = [.. values.Order()];
            foreach (var rank in new[] { 0, Count / 2, Count - 1 }) Assert.Equal(sorted[rank], RankPlacement.Place([.. values], rank));
        }
    }

    [Fact]
    public void RankPlacement_SeveralPercentiles_EqualSorting()
    {
        var random = new Random(11);
        for (var round = 0; round < 300; round++)
        {
            long[] values = [.. Enumerable.Range(0, random.Next(0, 500)).Select(_ => random.NextInt64(0, 300))];
            long[] sorted = [.. values.Order()];
            var from = 0;
            foreach (var perMille in new[] { 1, 500, 500, 900, 990, 999, 1000 })
            {
                Assert.Equal(Percentiles.NearestRank(sorted, perMille), Percentiles.Pick(values, perMille, ref from));
            }
        }
    }

    private static long[] Rising(int count) => [.. Enumerable.Range(0, count).Select(value => (long)value)];

    private static long[] Falling(int count) => [.. Rising(count).Reverse()];

    private static long[] OrganPipe(int count) => [.. Rising(count / 2), .. Falling(count - (count / 2))];

    /// <summary>Musser's sequence, which makes a median of three take away two values a round.</summary>
    private static long[] AgainstMedianOfThree(int count)
    {
        var values = new long[count];
        for (var i = 1; i <= count / 2; i++)
        {
            values[i - 1] = i % 2 == 1 ? i : (count / 2) + i - 1;
            values[(count / 2) + i - 1] = 2 * i;
        }

        return values;
    }
}
