using Unpause.Requests.Statistics;

namespace Unpause.Tests.Analysis.Statistics;

public class PercentilesTests
{
    [Theory]
    [InlineData(500, 50)]
    [InlineData(900, 90)]
    [InlineData(990, 99)]
    [InlineData(999, 100)]
    [InlineData(1000, 100)]
    [InlineData(1, 1)]
    public void Percentiles_OneToHundred_AreNearestRank(int perMille, long expected)
    {
        long[] values = [.. Enumerable.Range(1, 100).Select(value => (long)value)];
        Assert.Equal(expected, Percentiles.NearestRank(values, perMille));
    }

    [Fact]
    public void Percentiles_NoValues_AreNull() => Assert.Null(Percentiles.NearestRank([], 500));

    [Fact]
    public void Percentiles_RandomValues_EqualTheDefinition()
    {
        var random = new Random(20260101);
        for (var round = 0; round < 500; round++)
        {
            long[] values = [.. Enumerable.Range(0, random.Next(1, 60)).Select(_ => (long)random.Next(0, 50)).Order()];
            var perMille = random.Next(1, 1001);
            var byDefinition = values.First(value => values.Count(other => other <= value) * 1000L >= (long)perMille * values.Length);
            Assert.Equal(byDefinition, Percentiles.NearestRank(values, perMille));
        }
    }
}
