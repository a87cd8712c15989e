using System.Buffers;
using System.Collections;
using System.Reflection;

namespace Unpause.Collections.Tests;

/// <summary>What pooled sets and dictionaries rent goes back, once, and a disposed one can't be used.</summary>
public sealed class PooledTableTests
{
    [Fact]
    public void PooledSet_UsedAfterDispose_Throws()
    {
        var set = new PooledChunkedHashSet<string>(["a", "b"]);
        var running = set.GetEnumerator();
        running.MoveNext();
        set.Dispose();
        set.Dispose();
        Assert.All(
            new Action[]
            {
                () => _ = set.Count, () => _ = set.Capacity, () => _ = set.Comparer, () => set.Add("c"), () => set.Remove("a"),
                () => set.Contains("a"), () => set.TryGetValue("a", out _), set.Clear, set.TrimExcess, () => set.EnsureCapacity(1),
                () => set.GetEnumerator(), () => ((IEnumerable)set).GetEnumerator(), () => set.UnionWith(["c"]), () => set.UnionWith([]),
                () => set.ExceptWith([]), () => set.IntersectWith([]), () => set.SymmetricExceptWith([]), () => set.IsSubsetOf([]),
                () => set.IsSupersetOf([]), () => set.IsProperSubsetOf([]), () => set.IsProperSupersetOf([]), () => set.Overlaps([]),
                () => set.SetEquals([]), () => set.RemoveWhere(_ => true), () => set.CopyTo([]),
                () => set.GetAlternateLookup<ReadOnlySpan<char>>(), () => running.MoveNext(),
            },
            use => Assert.Throws<ObjectDisposedException>(use));
    }

    [Fact]
    public void PooledDictionary_UsedAfterDispose_Throws()
    {
        var table = new PooledChunkedDictionary<int, int> { [1] = 1 };
        var keys = table.Keys;
        var running = table.GetEnumerator();
        running.MoveNext();
        table.Dispose();
        table.Dispose();
        Assert.All(
            new Action[]
            {
                () => _ = table.Count, () => _ = table.Capacity, () => _ = table.Comparer, () => _ = table.Keys, () => _ = table.Values,
                () => _ = table[1], () => table[1] = 2, () => table.Add(1, 2), () => table.TryAdd(1, 2), () => table.Remove(1),
                () => table.ContainsKey(1), () => table.ContainsValue(1), () => table.TryGetValue(1, out _),
                () => table.GetValueRefOrAddDefault(1, out _), table.Clear, table.TrimExcess, () => table.EnsureCapacity(1),
                () => table.GetEnumerator(), () => ((IDictionary)table).GetEnumerator(), () => _ = keys.Count, () => keys.GetEnumerator(),
                () => keys.Contains(1), () => running.MoveNext(), () => ((IDictionary)table).Contains("x"),
                () => ((IDictionary)table).Remove("x"), () => _ = ((IDictionary)table)["x"],
            },
            use => Assert.Throws<ObjectDisposedException>(use));
    }

    [Fact]
    public void PooledTables_ClearedOrTrimmed_ReturnTheirChunks()
    {
        using var set = new PooledChunkedHashSet<int>(Enumerable.Range(0, 100_000));
        set.Clear();
        Assert.Equal(0, set.Capacity);
        set.UnionWith(Enumerable.Range(0, 50_000));
        set.RemoveWhere(i => i > 99);
        set.TrimExcess();
        Assert.InRange(set.Capacity, 100, 200);
        Assert.Equal(Enumerable.Range(0, 100), set.AsEnumerable());
    }

    /// <summary>Most chunks must be lent again instead of made: of 60 rounds only the first few may allocate.</summary>
    [Fact]
    public void PooledTables_Disposed_LendTheirChunksAgain()
    {
        for (var i = 0; i < 3; i++) Round();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 20; i++) Round();
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20 * 40_000);

        static void Round()
        {
            using var set = new PooledChunkedHashSet<int>();
            using var table = new PooledChunkedDictionary<int, long>();
            for (var i = 0; i < 20_000; i++)
            {
                set.Add(i);
                table[i] = i;
            }
        }
    }

    [Fact]
    public void PooledTableConstructor_SourceThrows_KeepsNothing()
    {
        for (var i = 0; i < 3; i++) Round();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 20; i++) Round();
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20 * 60_000);

        static void Round()
        {
            Assert.Throws<FormatException>(() => new PooledChunkedHashSet<int>(Failing()));
            Assert.Throws<FormatException>(
                () => new PooledChunkedDictionary<int, long>(Failing().Select(i => new KeyValuePair<int, long>(i, i))));
        }

        static IEnumerable<int> Failing()
        {
            for (var i = 0; i < 20_000; i++) yield return i;
            throw new FormatException();
        }
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, false)]
    [InlineData(64, false)]
    public void PoolSource_RentedAndForeignArrays_ReturnsOnlyTheRented(int tooLong, bool kept)
    {
        var pool = new GenerousPool(tooLong);
        var source = Activator.CreateInstance(
            typeof(ChunkedHashSet<>).Assembly.GetType("Unpause.Collections.PoolSource`1")!.MakeGenericType(typeof(int)),
            BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public, null, [pool], null)!;
        int[][] chunks = [Rent(16), Rent(1024), Rent(7), Rent(1000), Rent(64)];
        Assert.Equal([16, 1024, 7, 1000, 64], chunks.Select(chunk => chunk.Length));
        Assert.Equal(kept ? 3 : 0, pool.Lent);
        foreach (var chunk in chunks) source.GetType().GetMethod("Return", Any)!.Invoke(source, [chunk]);
        Assert.Equal(0, pool.Lent);

        int[] Rent(int length) => (int[])source.GetType().GetMethod("Rent", Any, [typeof(int)])!.Invoke(source, [length])!;
    }

    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.NonPublic;

    /// <summary>Lends longer arrays than asked for, and fails on any that it did not lend.</summary>
    private sealed class GenerousPool(int more) : ArrayPool<int>
    {
        private readonly HashSet<int[]> _lent = [];

        public int Lent => _lent.Count;

        public override int[] Rent(int minimumLength)
        {
            var array = new int[minimumLength + more];
            _lent.Add(array);
            return array;
        }

        public override void Return(int[] array, bool clearArray = false) => Assert.True(_lent.Remove(array), "not lent by this pool");
    }
}
