using System.Collections;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Newtonsoft.Json;

namespace Unpause.Collections.Tests;

/// <summary>What random sequences do not reach: the non-generic faces, serialisers, memory, misuse, throwing callbacks.</summary>
public sealed class ContractTests
{
    [Fact]
    public void IList_AnyArgument_AnswersAsListDoes()
    {
        IList expected = new List<int> { 1, 2, 3 }, actual = new ChunkedList<int> { 1, 2, 3 };
        foreach (var value in new object?[] { 2, "two", null, 5L })
        {
            Outcome.SameKind(() => expected.Add(value), () => actual.Add(value));
            Outcome.SameKind(() => expected.Insert(1, value), () => actual.Insert(1, value));
            Outcome.Same(() => expected.Contains(value), () => actual.Contains(value));
            Outcome.Same(() => expected.IndexOf(value), () => actual.IndexOf(value));
            Outcome.SameKind(() => expected.Remove(value), () => actual.Remove(value));
            Outcome.SameKind(() => expected[0] = value, () => actual[0] = value);
        }

        Assert.Equal(expected, actual);
        Assert.False(actual.IsFixedSize || actual.IsReadOnly || actual.IsSynchronized);
        Assert.NotNull(actual.SyncRoot);
        foreach (var target in new Array[] { new int[5], new object[5], new string[5], new int[2, 2], new int[1], Array.CreateInstance(
            typeof(int), [9], [4]) })
        {
            Outcome.SameKind(() => expected.CopyTo(target, 1), () => actual.CopyTo(target, 1));
        }
    }

    [Fact]
    public void Enumerator_EmptyListChanged_GoesOnAsListsDoes()
    {
        foreach (var add in new Action<IList<int>>[] { list => list.Add(1), list => list.Clear() })
        {
            List<int> standard = [], again = [];
            ChunkedList<int> ours = [];
            using PooledChunkedList<int> pooled = [];
            Outcome.Same(() => Walked(standard, standard, add), () => Walked(ours, ours, add));
            Outcome.Same(() => Walked(again, again, add), () => Walked(pooled, pooled, add));
        }

        static bool Walked(IList<int> list, IEnumerable walked, Action<IList<int>> change)
        {
            using IEnumerator<int> one = list.GetEnumerator();
            var other = walked.GetEnumerator();
            change(list);
            return one.MoveNext() || other.MoveNext();
        }
    }

    [Fact]
    public void Exceptions_WrongArguments_HaveTheStandardMessages()
    {
        SameMessage(() => _ = new List<int>()[0], () => _ = new ChunkedList<int>()[0]);
        SameMessage(() => new List<int>(-1), () => new ChunkedList<int>(-1));
        SameMessage(() => new List<int>((IEnumerable<int>)null!), () => new ChunkedList<int>((IEnumerable<int>)null!));
        SameMessage(() => new List<int> { 1 }.GetRange(0, 2), () => new ChunkedList<int> { 1 }.GetRange(0, 2));
        SameMessage(() => _ = new Dictionary<string, int>()["x"], () => _ = new ChunkedDictionary<string, int>()["x"]);
        SameMessage(
            () => new Dictionary<string, int> { { "a", 1 } }.Add("a", 2),
            () => new ChunkedDictionary<string, int> { { "a", 1 } }.Add("a", 2));
        SameMessage(() => Modify(new List<int> { 1, 2 }), () => Modify(new ChunkedList<int> { 1, 2 }));
        SameMessage(() => ((IList)new List<int>()).Add("x"), () => ((IList)new ChunkedList<int>()).Add("x"));

        static void SameMessage(Action expected, Action actual) =>
            Assert.Equal(Record.Exception(expected)!.Message, Record.Exception(actual)!.Message);

        static void Modify(IList<int> list)
        {
            foreach (var item in list) list.Add(item);
        }
    }

    [Fact]
    public void Collections_Serialised_RoundTrip()
    {
        ChunkedList<string> list = ["a", "ж", "c"];
        ChunkedHashSet<int> set = [3, 1, 2];
        ChunkedDictionary<string, int> dictionary = new() { ["x"] = 1, ["y"] = 2 };
        Assert.Equal(
            list, System.Text.Json.JsonSerializer.Deserialize<ChunkedList<string>>(System.Text.Json.JsonSerializer.Serialize(list)));
        Assert.Equal(set, System.Text.Json.JsonSerializer.Deserialize<ChunkedHashSet<int>>(System.Text.Json.JsonSerializer.Serialize(set)));
        Assert.Equal(dictionary, System.Text.Json.JsonSerializer.Deserialize<ChunkedDictionary<string, int>>(
            System.Text.Json.JsonSerializer.Serialize(dictionary)));
        Assert.Equal(list, JsonConvert.DeserializeObject<ChunkedList<string>>(JsonConvert.SerializeObject(list))!);
        Assert.Equal(set, JsonConvert.DeserializeObject<ChunkedHashSet<int>>(JsonConvert.SerializeObject(set))!);
        Assert.Equal(dictionary, JsonConvert.DeserializeObject<ChunkedDictionary<string, int>>(JsonConvert.SerializeObject(dictionary))!);
        Assert.Equal("[\"a\",\"\\u0436\",\"c\"]", System.Text.Json.JsonSerializer.Serialize(list));
    }

    [Fact]
    public void List_CollectionExpressionSpansAndRanges_Work()
    {
        ChunkedList<int> list = [1, .. Enumerable.Range(2, 40_000), 7];
        Assert.Equal(40_002, list.Count);
        Assert.Equal([7], list[^1..]);
        var sum = 0L;
        foreach (var span in list.ChunkSpans)
        {
            foreach (var item in span) sum += item;
        }

        Assert.Equal(list.Sum(item => (long)item), sum);
        Assert.Equal(3, list.ChunkSpans.Count);
        list.ItemRef(20_000) = -1;
        Assert.Equal(20_000, list.IndexOf(-1));
        var copy = new int[list.Count];
        list.CopyTo(copy.AsSpan());
        Assert.Equal(list, copy);
        Assert.Throws<ArgumentException>(() => list.CopyTo(new int[3].AsSpan()));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("OrdinalIgnoreCase")]
    public void AlternateLookup_Span_FindsTheString(string? name)
    {
        var comparer = name is null ? null : StringComparer.OrdinalIgnoreCase;
        var set = new ChunkedHashSet<string>(["alpha", "beta", "ж"], comparer);
        var spans = set.GetAlternateLookup<ReadOnlySpan<char>>();
        Assert.True(spans.Contains("beta") && !spans.Contains("gamma"));
        Assert.Equal(name is not null, spans.Contains("BETA"));
        Assert.True(spans.Add("gamma") && !spans.Add("gamma") && set.Contains("gamma"));
        Assert.True(spans.TryGetValue("alpha", out var actual) && actual == "alpha" && spans.Remove("alpha") && !set.Contains("alpha"));
        var dictionary = new ChunkedDictionary<string, int>(comparer) { ["alpha"] = 1 };
        var byspan = dictionary.GetAlternateLookup<ReadOnlySpan<char>>();
        byspan["alpha"]++;
        byspan["beta"] = 5;
        Assert.True(byspan.TryAdd("c", 9) && !byspan.TryAdd("c", 8) && byspan.Remove("c") && byspan.ContainsKey("beta"));
        Assert.Equal([2, 5], dictionary.Values);
        Assert.True(byspan.TryGetValue("beta", out var key, out var five) && key == "beta" && five == 5);
        Assert.True(byspan.Remove("beta", out key, out five) && key == "beta" && five == 5 && dictionary.Count == 1);
        Assert.False(byspan.Remove("beta", out _, out _) || byspan.TryGetValue("beta", out _, out _));
        Assert.Throws<KeyNotFoundException>(() => byspan["none"]);
        Assert.Throws<InvalidOperationException>(() => new ChunkedHashSet<int>().GetAlternateLookup<string>());
    }

    [Fact]
    public void Comparer_DefaultOrGiven_IsReturned()
    {
        Assert.Same(EqualityComparer<Version>.Default, new ChunkedHashSet<Version>().Comparer);
        Assert.Same(StringComparer.Ordinal, new ChunkedHashSet<string>(StringComparer.Ordinal).Comparer);
        Assert.Same(EqualityComparer<int>.Default, new ChunkedDictionary<int, int>((IEqualityComparer<int>?)null).Comparer);
        var byContent = ChunkedHashSet<int>.CreateSetComparer();
        Assert.True(byContent.Equals([1, 2], [2, 1]) && !byContent.Equals([1], [2]) && byContent.Equals(null, null));
        Assert.Equal(byContent.GetHashCode([1, 2]), byContent.GetHashCode([2, 1]));
        Assert.Equal(byContent, ChunkedHashSet.CreateSetComparer<int>());

        // Sets with different comparers are compared by the default one, and only in one direction.
        var other = EqualityComparer<int>.Create((a, b) => a == b, a => a);
        foreach (var (few, many) in new[] { (new[] { 1 }, new[] { 1, 2 }), ([1, 2], [1]), ([1], [1]), ([1], [2]), ([], [1]) })
        {
            Assert.Equal(
                HashSet<int>.CreateSetComparer().Equals([.. few], new HashSet<int>(many, other)),
                byContent.Equals([.. few], new ChunkedHashSet<int>(many, other)));
        }
    }

    [Fact]
    public void Collections_RemovedItems_CanBeCollected()
    {
        var list = new ChunkedList<object?>();
        var set = new ChunkedHashSet<object>(ReferenceEqualityComparer.Instance);
        var dictionary = new ChunkedDictionary<int, object>();
        var weak = Put(list, set, dictionary);
        GC.Collect();
        Assert.All(weak, reference => Assert.False(reference.IsAlive));
        GC.KeepAlive((list, set, dictionary));

        [MethodImpl(MethodImplOptions.NoInlining)]
        static List<WeakReference> Put(ChunkedList<object?> list, ChunkedHashSet<object> set, ChunkedDictionary<int, object> dictionary)
        {
            var weak = new List<WeakReference>();
            for (var i = 0; i < 20_000; i++)
            {
                var item = new object();
                if (i % 500 == 0) weak.Add(new WeakReference(item));
                list.Add(item);
                set.Add(item);
                dictionary[i] = item;
            }

            set.RemoveWhere(_ => true);
            for (var i = 0; i < 20_000; i++) dictionary.Remove(i);
            list.RemoveAt(19_999);
            list.RemoveRange(10_000, 5_000);
            list.RemoveAll(item => list.Count > 0 && item is not null && item.GetHashCode() % 2 == 0);
            list.RemoveRange(1, list.Count - 1);
            list.Clear();
            return weak;
        }
    }

    [Fact]
    public void Collections_ThrowingCallback_StayValid()
    {
        var list = new ChunkedList<string>(Enumerable.Range(0, 30_000).Select(i => $"{(i * 7919) % 30_011:D5}"));
        var before = list.Order(StringComparer.Ordinal).ToArray();
        foreach (var calls in new[] { 5, 1_000, 60_000, 300_000 })
        {
            var left = calls;
            var error = Assert.Throws<InvalidOperationException>(
                () => list.Sort((a, b) => left-- > 0 ? string.CompareOrdinal(a, b) : throw new FormatException()));
            Assert.IsType<FormatException>(error.InnerException);
            Assert.Equal(before, list.Order(StringComparer.Ordinal));
        }

        Assert.Throws<ArgumentException>(() => list.Sort((_, _) => throw new IndexOutOfRangeException()));
        Assert.Equal(before, list.Order(StringComparer.Ordinal));
        Assert.Throws<FormatException>(() => list.AddRange(Broken(10)));
        Assert.Equal(30_010, list.Count);
        var set = new ChunkedHashSet<string>(["a"]);
        Assert.Throws<FormatException>(() => set.UnionWith(Broken(5_000)));
        Assert.True(set.Count == 5_001 && set.Contains("a") && set.SetEquals(set.ToArray()));

        static IEnumerable<string> Broken(int count)
        {
            for (var i = 0; i < count; i++) yield return $"b{i}";
            throw new FormatException();
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Sort_InconsistentComparer_Ends(int kind)
    {
        var random = new Random(kind);
        Comparison<string> comparison = kind switch
        {
            0 => (_, _) => 1,
            1 => (_, _) => -1,
            2 => (_, _) => random.Next(3) - 1,
            _ => (a, b) => string.CompareOrdinal(a, b) <= 0 ? -1 : 1,
        };
        var list = new ChunkedList<string>(Enumerable.Range(0, 40_000).Select(i => $"{(i * 7919) % 40_009}"));
        var before = list.Order(StringComparer.Ordinal).ToArray();
        var error = Record.Exception(() => list.Sort(comparison));
        Assert.True(error is null or ArgumentException or InvalidOperationException, $"{error}");
        Assert.Equal(before, list.Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("sorted")]
    [InlineData("reversed")]
    [InlineData("equal")]
    [InlineData("organ")]
    [InlineData("random")]
    public void Sort_ManyItemsOfAShape_EqualsListsSort(string shape)
    {
        var random = new Random(5);
        const int Count = 100_000;
        Func<int, int> value = shape switch
        {
            "sorted" => i => i,
            "reversed" => i => Count - i,
            "equal" => _ => 7,
            "organ" => i => Math.Min(i, Count - i),
            _ => _ => random.Next(int.MinValue, int.MaxValue),
        };
        var numbers = Enumerable.Range(0, Count).Select(value).ToArray();
        Check(i => numbers[i]);
        Check(i => (long)numbers[i] << 20);
        Check(i => (short)numbers[i]);
        Check(i => numbers[i] / 3.0);
        Check(i => (numbers[i], i));
        Check(i => (uint)numbers[i]);
        Check(i => numbers[i] / 7.0f);
        Check(i => (byte)numbers[i]);

        void Check<T>(Func<int, T> make)
        {
            var list = new ChunkedList<T>(Enumerable.Range(0, Count).Select(make));
            var expected = list.ToArray();
            Array.Sort(expected, 77, Count - 99);
            list.Sort(77, Count - 99, null);
            Assert.True(expected.AsSpan().SequenceEqual(list.ToArray()));
            list.Sort();
            Array.Sort(expected);
            Assert.True(expected.AsSpan().SequenceEqual(list.ToArray()));
        }
    }

    [Fact]
    public void HashSet_CollidingStrings_StaysFast()
    {
        // All of these have one value under the classic unseeded hash of .NET: pairs of characters that cancel out.
        string[] halves = ["\0\u6a55", "\u0021\u6231"];
        var keys = Enumerable.Range(
            0, 1 << 14).Select(bits => string.Concat(Enumerable.Range(0, 14).Select(i => halves[(bits >> i) & 1]))).ToArray();
        var set = new ChunkedHashSet<string>();
        foreach (var key in keys) set.Add(key);
        Assert.Equal(keys.Length, set.Count);
        var hashes = keys.Select(key => StringHashOf(key)).Distinct().Count();
        Assert.True(hashes > keys.Length - 50, $"{hashes} different hashes of {keys.Length}");

        static int StringHashOf(string key) =>
            (int)typeof(ChunkedHashSet<>).Assembly.GetType("Unpause.Collections.StringHash")!
                .GetMethod("GetHashCode", [typeof(string)])!
                .Invoke(
                    typeof(ChunkedHashSet<>).Assembly.GetType("Unpause.Collections.StringHash")!
                        .GetField("Comparer", System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.NonPublic)!
                        .GetValue(null),
                    [key])!;
    }

    [Fact]
    public void Collections_ConcurrentWriters_StayMemorySafe()
    {
        // Two writers without a lock: anything may be lost, exceptions may come, but the process lives and every call ends.
        for (var round = 0; round < 5 * Steps.Soak; round++)
        {
            var list = new ChunkedList<string>();
            var set = new ChunkedHashSet<int>();
            Parallel.For(0, 4, worker =>
            {
                for (var i = 0; i < 4_000; i++)
                {
                    Record(() => list.Add("x"));
                    Record(() => set.Add((i * 31) + worker));
                    if (i % 100 == 0) Record(() => list.RemoveAt(list.Count - 1));
                    if (i % 7 == 0) Record(() => set.Remove(i * 31));
                }
            });
        }

        static void Record(Action use)
        {
            try
            {
                use();
            }
            catch (Exception exception) when (exception is InvalidOperationException or
                IndexOutOfRangeException or NullReferenceException or ArgumentException)
            {
            }
        }
    }

    [Fact]
    public void Collections_ConcurrentReaders_Agree()
    {
        var list = new ChunkedList<int>(Enumerable.Range(0, 100_000));
        var set = new ChunkedHashSet<int>(list);
        Parallel.For(0, 4, _ =>
        {
            Assert.Equal(4_999_950_000L, list.Sum(i => (long)i));
            for (var i = 0; i < 100_000; i++) Assert.True(set.Contains(i) && list[i] == i);
        });
    }

    [Fact]
    public void HashSet_ConcurrentReaders_CanBeTrimmedAfterwards()
    {
        var set = new ChunkedHashSet<int>(10_000) { 1, 2, 3 };
        int[] others = [1, 2, 3];
        Parallel.For(0, 4, _ =>
        {
            for (var i = 0; i < 200_000; i++) set.SetEquals(others);
        });
        set.TrimExcess();
        Assert.InRange(set.Capacity, 3, 100);
    }

    [Fact]
    public void PooledList_Disposed_ReturnsEveryChunkOnce()
    {
        var list = new PooledChunkedList<string>();
        for (var i = 0; i < 100_000; i++) list.Add("x");
        list.RemoveRange(10, 90_000);
        list.TrimExcess();
        list.AddRange(Enumerable.Repeat("y", 50_000));
        Assert.Equal(60_000, list.Count);
        list.Dispose();
        list.Dispose();
    }

    [Fact]
    public void Collections_SourceWithAWrongCount_HoldWhatItYields()
    {
        var list = new ChunkedList<int>(new Liar());
        Assert.Equal([1, 2, 3], list);
        list.InsertRange(1, new Liar());
        Assert.Equal([1, 1, 2, 3, 2, 3], list);
        Assert.True(new ChunkedHashSet<int>(new Liar()).SetEquals([3, 2, 1]));
    }

    [SoakFact]
    public void List_MostItemsAnIntCanCount_ThrowsOnOneMore()
    {
        // 2 GB of bytes: only when asked.
        var list = new ChunkedList<byte>();
        var block = new byte[1 << 20];
        for (var i = 0; i < 2047; i++) list.AddRange(block.AsSpan());
        list.AddRange(block.AsSpan(1));
        Assert.Equal(int.MaxValue, list.Count);
        list[int.MaxValue - 1] = 9;
        Assert.Throws<OutOfMemoryException>(() => list.Add(1));
        Assert.Equal(int.MaxValue - 1, list.IndexOf(9));
        list.Sort();
        Assert.Equal(9, list[^1]);
    }

    [SoakFact]
    public void PooledList_MostItemsAnIntCanCount_ThrowsOnOneMore()
    {
        using var list = new PooledChunkedList<byte>(int.MaxValue);
        Assert.Equal(int.MaxValue, list.Capacity);
        var block = new byte[1 << 20];
        for (var i = 0; i < 2047; i++) list.AddRange(block.AsSpan());
        list.AddRange(block.AsSpan(1));
        Assert.Throws<OutOfMemoryException>(() => list.Add(1));
        Assert.Equal(int.MaxValue, list.Count);
    }

    private sealed class Liar : ICollection<int>
    {
        public int Count => int.MaxValue;

        public bool IsReadOnly => true;

        public void Add(int item) => throw new NotSupportedException();

        public void Clear() => throw new NotSupportedException();

        public bool Contains(int item) => throw new NotSupportedException();

        public void CopyTo(int[] array, int arrayIndex) => throw new NotSupportedException();

        public bool Remove(int item) => throw new NotSupportedException();

        public IEnumerator<int> GetEnumerator() => Enumerable.Range(1, 3).GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
