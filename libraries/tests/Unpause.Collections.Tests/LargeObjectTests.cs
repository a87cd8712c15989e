using System.Buffers;
using System.Collections;
using System.Diagnostics.Tracing;
using System.Reflection;

namespace Unpause.Collections.Tests;

[CollectionDefinition(nameof(LargeObjectTests), DisableParallelization = true)]
public sealed class AloneInTheProcess;

/// <summary>Listens to the runtime's allocation events: none of the chunked collections may make a large object.</summary>
[Collection(nameof(LargeObjectTests))]
public sealed class LargeObjectTests
{
    [Fact]
    public void Listener_LargeStandardList_HearsLargeObjects() => Assert.NotEmpty(LargeObjectsOf(() => Fill(new List<int>(), 3_000_000)));

    [Fact]
    public void Lists_Large_MakeNoLargeObject() => Assert.Empty(LargeObjectsOf(() =>
    {
        Fill(new ChunkedList<int>(), 3_000_000);
        var numbers = new ChunkedList<int>(Enumerable.Range(0, 2_000_000).Select(i => (i * 7919) & 0xFFFFF));
        numbers.Sort();
        numbers.Sort((a, b) => b.CompareTo(a));
        numbers.InsertRange(1000, Enumerable.Range(0, 400_000));
        numbers.RemoveAll(i => i % 3 == 0);
        numbers.Reverse();
        numbers.AddRange(numbers);
        numbers.TrimExcess();
        numbers.Capacity += 500_000;
        numbers.GetRange(5, 600_000).ConvertAll(i => (long)i).FindAll(i => i > 5);
        numbers.InsertRange(7, Enumerable.Range(0, 300_000).Where(i => i > 5));
        foreach (var number in numbers.OrderBy(i => -i).ThenBy(i => i & 3).Concat(numbers.Distinct())) GC.KeepAlive(number);
        numbers.AddRange(new Queue<int>(9).Concat(numbers.ToChunkedHashSet()).ToChunkedList().AsReadOnly());
        numbers.AddRange(new LinkedList<int>(Enumerable.Range(0, 50_000)));
        var texts = new ChunkedList<string>();
        for (var i = 0; i < 400_000; i++) texts.Add("text");
        texts.Sort(StringComparer.Ordinal);
        for (var i = 0; i < 200; i++) new ChunkedList<Large>(Enumerable.Repeat(new Large(i), 20)).Insert(3, new Large(7));
        using var pooled = new PooledChunkedList<double>();
        for (var i = 0; i < 1_000_000; i++) pooled.Add(i);
        var bytes = new ChunkedList<byte>(2_000_000);
        bytes.AddRange(new byte[60_000]);
    }));

    [Fact]
    public void SetsAndDictionaries_Large_MakeNoLargeObject() => Assert.Empty(LargeObjectsOf(() =>
    {
        var set = new ChunkedHashSet<int>();
        for (var i = 0; i < 1_500_000; i++) set.Add(i * 17);
        set.IntersectWith(Enumerable.Range(0, 9_000_000));
        set.SymmetricExceptWith(Enumerable.Range(5, 700_000));
        set.IsProperSubsetOf(Enumerable.Range(0, 100_000));
        set.RemoveWhere(i => i % 5 == 0);
        set.TrimExcess();
        set.EnsureCapacity(2_000_000);
        var texts = new ChunkedHashSet<string>(Enumerable.Range(0, 300_000).Select(i => $"s{i}"), StringComparer.OrdinalIgnoreCase);
        texts.ExceptWith(Enumerable.Range(0, 1000).Select(i => $"S{i}"));
        var dictionary = new ChunkedDictionary<string, decimal>();
        for (var i = 0; i < 400_000; i++) dictionary[$"k{i}"] = i;
        dictionary.TrimExcess();
        var wide = new ChunkedDictionary<int, Large>(40);
        for (var i = 0; i < 40; i++) wide[i] = new Large(i);
    }));

    /// <summary>Beyond 8,192 chunks the directory is in groups: a struct of half a chunk gets there with little in each.</summary>
    [Fact]
    public void Directory_ManyChunks_IsNoLargeObject()
    {
        var list = new ChunkedList<FiftyThousandBytes>();
        Assert.Empty(LargeObjectsOf(() =>
        {
            // 12,000 chunks of 50,000 bytes: 600 MB of address space that is never touched, for chunks are not cleared.
            list.Capacity = 12_000;
        }));
        Assert.Equal(12_000, list.Capacity);
        list.AddRange(Enumerable.Repeat(default(FiftyThousandBytes), 9));
        Assert.Equal(9, list.Count);
        list.Capacity = 8_195;
        Assert.Equal(8_195, list.Capacity);
        list.Clear();
        list.TrimExcess();
        Assert.Equal(0, list.Capacity);
    }

    [Fact]
    public void PoolAccount_ManyChunks_IsNoLargeObject()
    {
        // One array that is too long for every request, so that each chunk is one of the list's own.
        var pool = new TooLongPool();
        Assert.Empty(LargeObjectsOf(() =>
        {
            using var list = new PooledChunkedList<FiveThousandBytes>(16 * 4_200, pool);
            using var arena = new ChunkArena();
            for (var i = 0; i < 10_000; i++) arena.List<int>();
        }));
        Assert.Equal(0, pool.Lent);
    }

    [Fact]
    public void Storage_FilledCollections_LiesOutsideGeneration2()
    {
        object[] collections =
        [
            Filled<byte>(200_000), Filled<short>(200_000), Filled<int>(200_000), Filled<long>(50_000), Filled<decimal>(20_000),
            Filled<(int, int, int)>(50_000), Filled<(short, long)>(50_000), Filled<string>(50_000), Filled<Large>(50),
            new ChunkedHashSet<long>(Enumerable.Range(0, 50_000).Select(i => (long)i)),
            new ChunkedHashSet<string>(Enumerable.Range(0, 50_000).Select(i => $"{i}")),
        ];
        Assert.All(collections, collection => Assert.All(Arrays(collection, 0), array => Assert.InRange(Bytes(array), 0, 84_999)));
    }

    private static ChunkedList<T> Filled<T>(int count)
    {
        var list = new ChunkedList<T>();
        for (var i = 0; i < count; i++) list.Add(default!);
        return list;
    }

    private static void Fill(IList<int> list, int count)
    {
        for (var i = 0; i < count; i++) list.Add(i);
    }

    /// <summary>All arrays that a collection's fields lead to.</summary>
    private static IEnumerable<Array> Arrays(object? holder, int depth)
    {
        if (holder is null or string || depth > 5) yield break;
        if (holder is Array array)
        {
            yield return array;
            if (array.GetType().GetElementType()!.IsArray)
            {
                foreach (var inner in array.Cast<object?>().SelectMany(item => Arrays(item, depth + 1))) yield return inner;
            }

            yield break;
        }

        if (!holder.GetType().FullName!.StartsWith("Unpause", StringComparison.Ordinal)) yield break;
        foreach (var field in holder.GetType().GetFields(BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public))
        {
            if (field.FieldType.IsPrimitive) continue;
            foreach (var found in Arrays(field.GetValue(holder), depth + 1)) yield return found;
        }
    }

    private static long Bytes(Array array)
    {
        var element = array.GetType().GetElementType()!;
        var size = element.IsValueType
            ? (int)typeof(System.Runtime.CompilerServices.Unsafe).GetMethod("SizeOf")!.MakeGenericMethod(element).Invoke(null, null)!
            : IntPtr.Size;
        return 24 + ((long)size * array.Length);
    }

    private static List<string> LargeObjectsOf(Action work)
    {
        using var listener = new LargeObjectListener();
        work();
        return listener.Found();
    }

    [System.Runtime.CompilerServices.InlineArray(5_000)]
    private struct FiveThousandBytes
    {
        private byte _first;
    }

    private sealed class TooLongPool : ArrayPool<FiveThousandBytes>
    {
        private readonly FiveThousandBytes[] _array = new FiveThousandBytes[17];

        public int Lent { get; private set; }

        public override FiveThousandBytes[] Rent(int minimumLength)
        {
            Lent++;
            return _array;
        }

        public override void Return(FiveThousandBytes[] array, bool clearArray = false)
        {
            Assert.Same(_array, array);
            Lent--;
        }
    }

    private sealed class LargeObjectListener : EventListener
    {
        private const EventKeywords Gc = (EventKeywords)1;
        private const uint LargeKind = 1;
        private readonly List<string> _found = [];

        public List<string> Found()
        {
            Thread.Sleep(200); // events of the last allocations come a moment later
            lock (_found) return [.. _found];
        }

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "Microsoft-Windows-DotNETRuntime") EnableEvents(eventSource, EventLevel.Verbose, Gc);
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData)
        {
            if (eventData.EventName?.StartsWith("GCAllocationTick", StringComparison.Ordinal) != true) return;
            var kind = eventData.Payload?[eventData.PayloadNames!.IndexOf("AllocationKind")];
            var type = $"{eventData.Payload?[eventData.PayloadNames!.IndexOf("TypeName")]}";

            // The event pipe's own buffers and xunit's are not ours.
            if (kind is LargeKind && !type.Contains("Char", StringComparison.Ordinal))
            {
                lock (_found) _found.Add(type);
            }
        }
    }
}
