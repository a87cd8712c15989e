namespace Unpause.Collections.Tests;

/// <summary>Numbers as LINQ gives them over a List, at lengths around vectors and chunks.</summary>
public sealed class ChunkedEnumerableTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(9)]
    [InlineData(33)]
    [InlineData(16_384)]
    [InlineData(16_385)]
    [InlineData(50_001)]
    public void Aggregates_RandomNumbers_EqualLinq(int count)
    {
        var random = new Random(count);
        for (var repeat = 0; repeat < 20; repeat++)
        {
            var ints = Enumerable.Range(0, count).Select(_ => random.Next(int.MinValue, int.MaxValue) / count).ToList();
            var longs = ints.ConvertAll(i => (long)i * random.Next());
            var doubles = ints.ConvertAll(i => random.Next(repeat + 2) == 0 ? double.NaN : i / 7.0);
            Assert.Equal(ints.Sum(), new ChunkedList<int>(ints).Sum());
            Assert.Equal(ints.Average(), new ChunkedList<int>(ints).Average(), 9);
            Assert.Equal(ints.Max(), new ChunkedList<int>(ints).Max());
            Assert.Equal(ints.Min(), new ChunkedList<int>(ints).Min());
            Assert.Equal(longs.Sum(), new ChunkedList<long>(longs).Sum());
            Assert.Equal(longs.Average(), new ChunkedList<long>(longs).Average());
            Assert.Equal(longs.Max(), new ChunkedList<long>(longs).Max());
            Assert.Equal(longs.Min(), new ChunkedList<long>(longs).Min());
            Assert.Equal(doubles.Sum(), new ChunkedList<double>(doubles).Sum());
            Assert.Equal(doubles.Max(), new ChunkedList<double>(doubles).Max());
            Assert.Equal(doubles.Min(), new ChunkedList<double>(doubles).Min());
            var floats = ints.ConvertAll(i => i / 3f);
            Assert.Equal(floats.Sum(), new ChunkedList<float>(floats).Sum());
            var decimals = ints.ConvertAll(i => i / 3m);
            Assert.Equal(decimals.Sum(), new ChunkedList<decimal>(decimals).Sum());
        }
    }

    [Fact]
    public void Sum_WidestInts_IsExact()
    {
        int[] widest = [int.MinValue, int.MaxValue, -1, 0, 1, int.MinValue + 1];
        var random = new Random(19);
        foreach (var count in Enumerable.Range(1, 70).Append(16_384).Append(40_001))
        {
            foreach (var one in widest)
            {
                var mixed = Enumerable.Range(0, count).Select(_ => widest[random.Next(widest.Length)]).ToList();
                Assert.Equal(mixed.Aggregate(0L, (sum, value) => sum + value) / (double)count, new ChunkedList<int>(mixed).Average());
                Assert.Equal(one, new ChunkedList<int>(Enumerable.Repeat(one, count)).Average());
            }
        }
    }

    [Fact]
    public void Aggregates_OverflowOrEmptyList_Throw()
    {
        Assert.Throws<OverflowException>(() => new ChunkedList<int>(Enumerable.Repeat(int.MaxValue, 40)).Sum());
        Assert.Throws<OverflowException>(() => new ChunkedList<long>(Enumerable.Repeat(long.MaxValue / 3, 40)).Sum());
        Assert.Throws<OverflowException>(() => new ChunkedList<long>(Enumerable.Repeat(long.MinValue / 3, 40)).Sum());
        Assert.Equal(2 * (long)int.MaxValue / 2.0, new ChunkedList<int> { int.MaxValue, int.MaxValue }.Average());
        Assert.Throws<InvalidOperationException>(() => new ChunkedList<int>().Average());
        Assert.Throws<InvalidOperationException>(() => new ChunkedList<long>().Max());
        Assert.Equal(0, new ChunkedList<int>().Sum());
    }

    [Fact]
    public void First_PredicateRemovesTheItem_ReturnsTheItem()
    {
        ChunkedList<int> list = [1, 2, 3, 4];
        Assert.Equal(2, list.First(item => item == 2 && list.Remove(item)));
        Assert.Equal(4, list.FirstOrDefault(item => item == 4 && list.Remove(item)));
        Assert.Equal([1, 3], list);
    }

    [Fact]
    public void OrderBy_SelectedKeys_AreAskedForInLinqsOrder()
    {
        Assert.Equal(Asked(key => Enumerable.OrderBy([2, 1], key)), Asked(key => new ChunkedList<int> { 2, 1 }.OrderBy(key)));

        static List<string> Asked(Func<Func<int, int>, IOrderedEnumerable<int>> orderBy)
        {
            var asked = new List<string>();
            var ordered = orderBy(item =>
            {
                asked.Add($"first {item}");
                return 0;
            });
            Assert.Equal([1, 2], ordered.ThenBy(item =>
            {
                asked.Add($"then {item}");
                return item;
            }));
            return asked;
        }
    }

    [Fact]
    public void Conversions_AnySource_HoldAllItems()
    {
        var source = Enumerable.Range(0, 40_000).Select(i => i % 1_000);
        Assert.Equal(source, source.ToChunkedList());
        Assert.True(source.ToChunkedHashSet().SetEquals(Enumerable.Range(0, 1_000)));
        Assert.Equal("7", Enumerable.Range(0, 900).ToChunkedDictionary(i => $"{i}")["7"].ToString());
        Assert.Equal(49, Enumerable.Range(0, 900).ToChunkedDictionary(i => i, i => i * i)[7]);
        Assert.Throws<ArgumentException>(() => source.ToChunkedDictionary(i => i));
    }
}
