using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Unpause.Collections.Tests;

/// <summary>Memory that belongs to a pool: whose it is, when it goes back, and what may be seen in it.</summary>
public sealed class PooledListTests
{
    [Fact]
    public void PooledList_UsedAfterDispose_Throws()
    {
        var list = new PooledChunkedList<int>(new GenerousPool<int>(7)) { 1, 2, 3 };
        var view = list.ChunkSpans;
        var walked = view.GetEnumerator();
        walked.MoveNext();
        var running = list.GetEnumerator();
        running.MoveNext();
        var writer = new ChunkedListWriter<int>(list);
        writer.GetSpan(1);
        list.Dispose();
        list.Dispose();
        var tried = 0;
        foreach (var method in typeof(PooledChunkedList<int>).GetMethods(BindingFlags.Public | BindingFlags.Instance))
        {
            if (method.DeclaringType == typeof(object) || method.Name is "Dispose" || TakesOrGivesARefStruct(method)) continue;
            var called = method.IsGenericMethodDefinition ? method.MakeGenericMethod(typeof(string)) : method;
            object?[] arguments = [.. called.GetParameters().Select(parameter => Argument(parameter.ParameterType))];
            var result = Record.Exception(() => Walked(called.Invoke(list, arguments)));
            Assert.True(result?.InnerException is ObjectDisposedException || result is ObjectDisposedException, $"{method}: {result}");
            tried++;
        }

        Assert.InRange(tried, 50, 200);
        Assert.Throws<ObjectDisposedException>(() => list.ChunkSpans.Count);
        Assert.Throws<ObjectDisposedException>(() => list.AddRange(1, 2));
        Assert.Throws<ObjectDisposedException>(() => list.InsertRange(0, 1, 2));
        Assert.Throws<ObjectDisposedException>(() => list.CopyTo(new int[9].AsSpan()));
        Assert.Throws<ObjectDisposedException>(() => list.ItemRef(0));
        Assert.Throws<ObjectDisposedException>(() => list.Sum());
        Assert.Throws<ObjectDisposedException>(() => list.FirstOrDefault());
        Assert.Throws<ObjectDisposedException>(() => new ChunkedListWriter<int>(list).GetSpan(1));
        Assert.Throws<ObjectDisposedException>(() => ((ICollection<int>)list).Count);
        Assert.Throws<ObjectDisposedException>(() => ((IList)list).Add(1));
        Assert.Throws<ObjectDisposedException>(() => ((ICollection)list).CopyTo(new int[3], 0));
        Assert.Throws<ObjectDisposedException>(() => new ChunkedList<int>(list));
        Assert.Throws<ObjectDisposedException>(() => ((IList)list).Contains("x"));
        Assert.Throws<ObjectDisposedException>(() => ((IList)list).IndexOf("x"));
        Assert.Throws<ObjectDisposedException>(() => ((IList)list).Remove("x"));
        Assert.Throws<ObjectDisposedException>(() => writer.Advance(1));
        Assert.Throws<ObjectDisposedException>(() => running.MoveNext());
        Assert.Throws<ObjectDisposedException>(((IEnumerator)running).Reset);
        Assert.True(Throws(view, walked));

        // A lambda can't take these along.
        static bool Throws(
            ChunkedListBase<int>.ChunkSpanEnumerable view, ChunkedListBase<int>.ChunkSpanEnumerable.Enumerator walked)
        {
            var thrown = 0;
            for (var use = 0; use < 3; use++)
            {
                try
                {
                    _ = use == 0 ? view.Count : use == 1 ? view.GetEnumerator().Current.Length : walked.MoveNext() ? 1 : 0;
                }
                catch (ObjectDisposedException)
                {
                    thrown++;
                }
            }

            return thrown == 3;
        }
    }

    public static TheoryData<string, Action<PooledChunkedList<int>, Func<int, bool>>> Walks => new()
    {
        { "FindIndex", (list, see) => list.FindIndex(i => see(i)) },
        { "FindLastIndex", (list, see) => list.FindLastIndex(i => see(i)) },
        { "Find", (list, see) => list.Find(i => see(i)) },
        { "FindAll", (list, see) => list.FindAll(i => see(i)) },
        { "TrueForAll", (list, see) => list.TrueForAll(i => !see(i)) },
        { "ConvertAll", (list, see) => list.ConvertAll(i => see(i)) },
        { "RemoveAll", (list, see) => list.RemoveAll(i => see(i)) },
        { "ForEach", (list, see) => list.ForEach(i => see(i)) },
        { "First", (list, see) => list.First(i => see(i)) },
        { "FirstOrDefault", (list, see) => list.FirstOrDefault(i => see(i)) },
        { "Any", (list, see) => list.Any(i => see(i)) },
        { "All", (list, see) => list.All(i => !see(i)) },
        { "Count", (list, see) => list.Count(i => see(i)) },
    };

    [Theory]
    [MemberData(nameof(Walks))]
    public void PooledList_EndedInACallback_ShowsNoForeignItems(string name, Action<PooledChunkedList<int>, Func<int, bool>> walk)
    {
        Action<PooledChunkedList<int>>[] endings = [list => list.Clear(), list => list.Dispose(), list => list.Capacity = 40_000];
        foreach (var ends in endings)
        {
            var list = new PooledChunkedList<int>(Enumerable.Range(0, 40_000));
            list.Capacity = 70_000;
            var others = new List<PooledChunkedList<int>>();
            var (seen, strangers) = (0, 0);
            Record.Exception(() => walk(list, i =>
            {
                if (i < 0) strangers++;
                if (++seen == 20_000)
                {
                    ends(list);
                    for (var other = 0; other < 8; other++) others.Add(new PooledChunkedList<int>(Enumerable.Repeat(-1, 40_000)));
                }

                return false;
            }));
            Assert.True(strangers == 0, name);
            Assert.InRange(seen, 20_000, 40_000);
            foreach (var other in others) other.Dispose();
            list.Dispose();
        }
    }

    [Fact]
    public void PooledList_ChunksThePoolWillKeep_AreNeverMoved()
    {
        // Nobody else asks for chunks of this type: they are new, and young but for where they lie.
        var garbage = new object[1_000];
        for (var i = 0; i < garbage.Length; i++) garbage[i] = new byte[100];
        using var list = new PooledChunkedList<(long, byte)>(20_000);
        using var texts = new PooledChunkedList<(string, byte)>(20_000);
        list.AddRange(Enumerable.Repeat((7L, (byte)1), 20_000));
        texts.AddRange(Enumerable.Repeat(("x", (byte)1), 20_000));
        var (before, textsBefore) = (Addresses(list), Addresses(texts));
        Array.Clear(garbage);
        GC.Collect(0, GCCollectionMode.Forced, blocking: true, compacting: true);
        GC.Collect(2, GCCollectionMode.Forced, blocking: true, compacting: true);
        Assert.Equal(before, Addresses(list));
        Assert.Equal(textsBefore, Addresses(texts));
        Assert.InRange(before.Count, 3, 100);
    }

    [Theory]
    [InlineData(10)]
    [InlineData(20_000)]
    public void PooledList_ClearedOrTrimmed_ReturnsItsChunks(int count)
    {
        var pool = new ForgettingPool<int>();
        using var list = new PooledChunkedList<int>(count, pool);
        list.AddRange(Enumerable.Range(0, count));
        Assert.NotEqual(0, pool.Lent);
        list.Clear();
        Assert.Equal(0, pool.Lent);
        Assert.Equal(0, list.Capacity);
        list.AddRange(Enumerable.Range(0, 100_000));
        var lent = pool.Lent;
        list.RemoveRange(5, 99_000);
        list.TrimExcess();
        Assert.InRange(pool.Lent, 1, lent - 1);
        Assert.Equal(Enumerable.Range(0, 5).Concat(Enumerable.Range(99_005, 995)), list);
    }

    [Fact]
    public void PooledListConstructor_SourceThrows_KeepsNothing()
    {
        var pool = new ForgettingPool<int>();
        Assert.Throws<TimeZoneNotFoundException>(() => new PooledChunkedList<int>(Failing(), pool));
        Assert.Equal(0, pool.Lent);

        static IEnumerable<int> Failing()
        {
            for (var i = 0; i < 30_000; i++) yield return i;
            throw new TimeZoneNotFoundException();
        }
    }

    [Fact]
    public void PooledList_DirtyChunks_ShowsNoForeignItems()
    {
        var pool = new GenerousPool<int>(-77);
        using var list = new PooledChunkedList<int>(60_000, pool) { 1 };
        var writer = new ChunkedListWriter<int>(list);
        Assert.Throws<InvalidOperationException>(() => writer.Advance(1));
        Assert.Equal(-1, writer.GetSpan(4).IndexOfAnyExcept(0));
        Assert.Throws<InvalidOperationException>(() => writer.Advance(4_000));
        Assert.Equal(50_000, writer.GetSpan(50_000).Length);
        writer.Advance(50_000);
        Assert.DoesNotContain(-77, list);
        writer.GetSpan(10);
        list.Add(5);
        Assert.Throws<InvalidOperationException>(() => writer.Advance(1));
        list.AddRange(new Short());
        Assert.Equal([5, 1, 0, 0], list.GetRange(list.Count - 4, 4));
        list.Capacity += 10_000;
        Assert.DoesNotContain(-77, list);
    }

    [Fact]
    public void PooledListSort_ComparerThatReturnsTheChunks_SortsNoForeignItems()
    {
        var pool = new GenerousPool<string>("dirt");
        using var list = new PooledChunkedList<string>(Enumerable.Range(0, 3_000).Select(i => $"{i * 7919 % 3_000}"), pool);
        string[]? others = null;
        Record.Exception(() => list.Sort((x, y) =>
        {
            list.Clear();
            if (others is null) Array.Fill(others = pool.Rent(4_096), "mine");
            return string.CompareOrdinal(x, y);
        }));
        Assert.All(others!, text => Assert.Equal("mine", text));
    }

    [Fact]
    public void Arena_Disposed_ReturnsAll()
    {
        PooledChunkedList<int> numbers;
        PooledChunkedHashSet<string> texts;
        PooledChunkedDictionary<int, string> names;
        using (var arena = new ChunkArena())
        {
            numbers = arena.List<int>(5_000);
            numbers.AddRange(Enumerable.Range(0, 9_000));
            texts = arena.HashSet<string>(StringComparer.OrdinalIgnoreCase);
            names = arena.Dictionary<int, string>();
            Assert.True(texts.Add("x") && !texts.Add("X"));
            names[3] = "y";
            arena.List<string>().Add("x");
            arena.List<byte>().Dispose();
            Assert.Equal(9_000, numbers.Count);
        }

        Assert.Throws<ObjectDisposedException>(() => numbers.Count);
        Assert.Throws<ObjectDisposedException>(() => texts.Contains("x"));
        Assert.Throws<ObjectDisposedException>(() => names[3]);
        var ended = new ChunkArena();
        ended.Dispose();
        Assert.Throws<ObjectDisposedException>(() => ended.List<int>());
    }

    private static bool TakesOrGivesARefStruct(MethodInfo method) =>
        method.ReturnType.IsByRef || method.ReturnType.IsByRefLike
        || method.GetParameters().Any(parameter => parameter.ParameterType.IsByRefLike);

    /// <summary>What is only looked at when it is walked over.</summary>
    private static void Walked(object? result)
    {
        if (result is IEnumerator enumerator) enumerator.MoveNext();
    }

    private static readonly byte[] Origin = GC.AllocateArray<byte>(1, pinned: true);

    private static List<nint> Addresses<T>(PooledChunkedList<T> list)
    {
        var addresses = new List<nint>();
        foreach (var span in list.ChunkSpans) addresses.Add(Unsafe.ByteOffset(ref Origin[0], ref Unsafe.As<T, byte>(ref span[0])));
        return addresses;
    }

    private static object? Argument(Type type) =>
        type == typeof(int) ? 0
        : type == typeof(int[]) ? new int[4]
        : type == typeof(IEnumerable<int>) ? new List<int> { 1 }
        : type == typeof(Predicate<int>) ? new Predicate<int>(_ => true)
        : type == typeof(Action<int>) ? new Action<int>(_ => { })
        : type == typeof(Comparison<int>) ? new Comparison<int>((x, y) => x - y)
        : type == typeof(Converter<int, string>) ? new Converter<int, string>(i => $"{i}")
        : type == typeof(IComparer<int>) ? Comparer<int>.Default
        : throw new NotSupportedException($"{type}");

    /// <summary>Says that it has three elements, and copies one.</summary>
    private sealed class Short : ICollection<int>
    {
        public int Count => 3;

        public bool IsReadOnly => true;

        public void CopyTo(int[] array, int arrayIndex) => array[arrayIndex] = 1;

        public IEnumerator<int> GetEnumerator() => throw new NotSupportedException();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        public void Add(int item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(int item) => throw new NotSupportedException();

        public bool Remove(int item) => throw new NotSupportedException();
    }
}
