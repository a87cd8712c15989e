namespace Unpause.Collections.Tests;

/// <summary>The user's code that compares elements may change the list: it sees no others' elements, and puts none into the list.</summary>
public sealed class CallbackListTests
{
    private const int Dirt = -99;

    [Theory]
    [InlineData(10)]
    [InlineData(60_000)]
    public void PooledList_EqualityThatReturnsTheChunks_SeesNoForeignItems(int count)
    {
        var searches = new Func<PooledChunkedList<ComparedKey>, int>[]
        {
            list => list.IndexOf(new(count)),
            list => list.IndexOf(new(count), 1),
            list => list.LastIndexOf(new(count)),
            list => list.Contains(new(count)) ? 1 : -1,
            list => list.Remove(new ComparedKey(count)) ? 1 : -1,
        };
        var actions = new Action<PooledChunkedList<ComparedKey>>[]
        {
            list => list.Dispose(), list => list.Clear(), list => list.TrimExcess(), list => list.EnsureCapacity(2 * count),
            list =>
            {
                list.Clear();
                list.Add(new(1));
            },
        };
        foreach (var search in searches)
        {
            foreach (var action in actions)
            {
                var list = new PooledChunkedList<ComparedKey>(new UnrulyPool<ComparedKey>(new(Dirt)));
                for (var i = 0; i < count; i++) list.Add(new(i));
                var calls = 0;
                ComparedKey.Call((x, y) =>
                {
                    Assert.True(x != Dirt && y != Dirt);
                    if (calls++ == 3) action(list);
                });
                Assert.Equal(-1, search(list));
                ComparedKey.Call(null);
                list.Dispose();
            }
        }
    }

    [Theory]
    [InlineData(3)]
    [InlineData(60_000)]
    public void PooledList_PredicateThatClearsIt_StaysEmpty(int count)
    {
        using var list = new PooledChunkedList<int>(Enumerable.Range(0, count), new UnrulyPool<int>(Dirt));
        Assert.Equal(0, list.RemoveAll(item =>
        {
            if (item < 2) return item == 1;
            list.Clear();
            return false;
        }));
        Assert.Empty(list);
        list.Add(1);
        Assert.Equal([1], list);
    }

    [Fact]
    public void PooledList_ComparerThatRefillsIt_SearchesNoForeignItems()
    {
        using var list = new PooledChunkedList<int>(Enumerable.Range(0, 60_000), new UnrulyPool<int>(Dirt));
        var error = Record.Exception(() => list.BinarySearch(30_000, Comparer<int>.Create((x, y) =>
        {
            Assert.True(x != Dirt && y != Dirt);
            list.Clear();
            list.Add(1);
            return x.CompareTo(y);
        })));
        Assert.IsType<InvalidOperationException>(error);
        Assert.Null(error.InnerException);
    }

    [Fact]
    public void PooledList_ComparerThatRefillsIt_SortsInNoForeignItems()
    {
        using var list = new PooledChunkedList<int>(Enumerable.Range(0, 60_000).Select(i => i * 7919 % 60_000), new UnrulyPool<int>(Dirt));
        var calls = 0;
        list.Sort((x, y) =>
        {
            Assert.True(x != Dirt && y != Dirt);
            if (calls++ == 1_000)
            {
                list.Clear();
                for (var i = 0; i < 40_000; i++) list.Add(1);
            }

            return x.CompareTo(y);
        });
        Assert.All(list, item => Assert.Equal(1, item));
    }
}
