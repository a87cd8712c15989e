namespace Unpause.Collections.Tests;

/// <summary>A pool is foreign code: it may have no memory left, throw, or use the very list that gives it a chunk.</summary>
public sealed class PoolFailureTests
{
    [Fact]
    public void PooledList_PoolFailsMidway_KeepsItsOwnChunks()
    {
        var pool = new UnrulyPool<int>(-99);
        using var list = new PooledChunkedList<int>(pool);
        list.AddRange(Enumerable.Range(0, 10));
        pool.RentsLeft = 1;
        Assert.Throws<OutOfMemoryException>(() => list.EnsureCapacity(60_000));
        pool.RentsLeft = -1;
        list.Add(10);
        Assert.Equal(Enumerable.Range(0, 11), list);
        pool.AssertNobodyWrote();
    }

    [Fact]
    public void PooledListConstructor_PoolFails_KeepsNothing()
    {
        var pool = new UnrulyPool<int>(-99) { RentsLeft = 2 };
        Assert.Throws<OutOfMemoryException>(() => new PooledChunkedList<int>(60_000, pool));
        Assert.Equal(0, pool.Lent);
    }

    [Fact]
    public void PooledListSort_PoolFails_KeepsNothing()
    {
        var pool = new UnrulyPool<int>(-99);
        var list = new PooledChunkedList<int>(Enumerable.Range(0, 60_000).Reverse(), pool);
        var lent = pool.Lent;
        pool.RentsLeft = 2;
        Assert.Throws<OutOfMemoryException>(list.Sort);
        Assert.Equal(lent, pool.Lent);
        Assert.Equal(Enumerable.Range(0, 60_000).Reverse(), list);
        list.Dispose();
    }

    [Fact]
    public void PooledList_PoolThrowsOnReturn_ReturnsNothingTwice()
    {
        var pool = new UnrulyPool<int>(-99);
        var list = new PooledChunkedList<int>(Enumerable.Range(0, 60_000), pool);
        pool.OnReturn = Once(pool, () => throw new FormatException());
        Assert.Throws<FormatException>(list.Clear);
        Assert.Empty(list);
        list.Add(1);
        pool.OnReturn = Once(pool, () => throw new FormatException());
        Assert.Throws<FormatException>(list.Dispose);
        list.Dispose();
        Assert.Throws<ObjectDisposedException>(() => list.Count);
        pool.AssertNobodyWrote();
    }

    [Fact]
    public void PooledList_PoolUsesTheList_ReturnsNothingTwice()
    {
        var pool = new UnrulyPool<int>(-99);
        var list = new PooledChunkedList<int>(Enumerable.Range(0, 60_000), pool);
        pool.OnReturn = Once(pool, () => list.Add(7));
        list.Clear();
        Assert.Equal([7], list);
        list.AddRange(Enumerable.Range(0, 60_000));
        list.RemoveRange(20_000, 40_000);
        pool.OnReturn = Once(pool, list.TrimExcess);
        list.TrimExcess();
        Assert.Equal(20_001, list.Count);

        // From another thread, as when a timeout ends a request that ends by itself.
        pool.OnReturn = Once(pool, () => Task.Run(list.Dispose).Wait());
        list.Dispose();
        Assert.Equal(0, pool.Lent);
        pool.AssertNobodyWrote();
    }

    private static Action Once(UnrulyPool<int> pool, Action act) => () =>
    {
        pool.OnReturn = null;
        act();
    };
}
