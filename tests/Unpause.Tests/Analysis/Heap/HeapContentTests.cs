using Unpause.Analysis.Heap;
using Unpause.Collections;
using Unpause.Recordings;
using Unpause.Recordings.Heap;

namespace Unpause.Tests.Analysis.Heap;

/// <summary>Who holds what, on heaps made by hand.</summary>
public class HeapContentTests
{
    [Fact]
    public void HeapContent_LinkedList_RetainsItsObjectsNotItsNodes()
    {
        var heap = new MadeHeap();
        var list = heap.Add("System.Collections.Generic.LinkedList`1[App.Item]", 40);
        heap.Root(list, HeapRootKind.Static, "Items");
        var last = list;
        for (var i = 0; i < 1_000_000; i++)
        {
            var node = heap.Add("System.Collections.Generic.LinkedListNode`1[App.Item]", 48);
            heap.Refer(last, node);
            heap.Refer(node, heap.Add("App.Item", 100));
            last = node;
        }

        var held = Assert.Single(HeapContent.Analyse(heap.Build()).Retainers);
        Assert.Equal("Item ← LinkedListNode<Item> ← LinkedList<Item> ← static Items", held.Text);
        Assert.Equal((1_000_000, 100_000_000), (held.Objects, held.AllBytes));
        Assert.Equal(100_000_000, held.RetainedBytes);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(50)]
    public void HeapContent_DeepHeap_HasShortPaths(int types)
    {
        var heap = new MadeHeap();
        var last = heap.Add("System.Threading.Tasks.Task", 64);
        heap.Root(last, HeapRootKind.Handle, null);
        for (var i = 0; i < 100_000; i++)
        {
            var next = heap.Add($"System.Link{i % types}", 64);
            heap.Refer(last, next);
            last = next;
        }

        heap.Refer(last, heap.Add("System.Byte[]", 100_000_000));
        var content = HeapContent.Analyse(heap.Build());
        Assert.Equal(content.Bytes, content.RetainedBytes);
        Assert.All(content.Retainers, held => Assert.InRange(held.Chain.Count, 0, 200));
    }

    [Fact]
    public void HeapContent_OwnTree_IsOnePath()
    {
        var heap = new MadeHeap();
        var root = heap.Add("App.Folder", 32);
        heap.Root(root, HeapRootKind.Stack, null);
        var level = new List<int> { root };
        for (var depth = 0; depth < 10; depth++)
        {
            var next = new List<int>();
            foreach (var folder in level)
            {
                var children = heap.Add("App.Folder[]", 40);
                heap.Refer(folder, children);
                for (var i = 0; i < 2; i++)
                {
                    next.Add(heap.Add("App.Folder", 32));
                    heap.Refer(children, next[^1]);
                }
            }

            level = next;
        }

        var held = Assert.Single(HeapContent.Analyse(heap.Build()).Retainers);
        Assert.Equal("Folder ← variable of a running method", held.Text);
        Assert.Equal(2_047, held.Objects);
    }

    [Fact]
    public void HeapContent_SharedObject_IsFreedByNeitherRetainer()
    {
        var heap = new MadeHeap();
        var shared = heap.Add("System.Byte[]", 1_000_000);
        foreach (var name in (string[])["A", "B"])
        {
            var retainer = heap.Add("App." + name, 24);
            heap.Root(retainer, HeapRootKind.Static, name);
            heap.Refer(retainer, shared);
        }

        var held = HeapContent.Analyse(heap.Build()).Retainers[0];
        Assert.Equal(("System.Byte[]", 1_000_000, 1_000_000L), (held.Type, held.AllBytes, held.RetainedBytes));
        Assert.Equal("A", held.RootName);
    }

    [Fact]
    public void HeapContent_RandomHeap_FreesTheBytesOfAPlainSearch()
    {
        var random = new Random(14);
        for (var round = 0; round < 50; round++)
        {
            var heap = new MadeHeap();
            var count = random.Next(2, 300);
            for (var i = 0; i < count; i++) heap.Add($"App.T{random.Next(6)}", (uint)random.Next(24, 5_000));
            for (var i = random.Next(600); i > 0; i--) heap.Refer(random.Next(count), random.Next(count));
            for (var i = random.Next(1, 5); i > 0; i--) heap.Root(random.Next(count), (HeapRootKind)random.Next(7), "x");
            var graph = heap.Build();
            var paths = HeapPaths.Build(graph);
            for (var path = 0; path < paths.Paths.Count; path++)
            {
                Assert.Equal(Plain(graph, paths, path), HeapReach.Bytes(graph, paths.PathOf, path));
            }

            var rows = HeapContent.Analyse(graph);
            Assert.True(rows.Retainers.Sum(held => held.AllBytes) <= rows.RetainedBytes, "no object is in two ways");
            Assert.Equal(paths.Held.Bytes, Plain(graph, paths, -2));
        }
    }

    /// <summary>An object dominates those that are no longer reached without it: tried for each.</summary>
    [Fact]
    public void HeapDominators_RandomHeap_RetainsWhatIsUnreachedWithoutEachObject()
    {
        var random = new Random(41);
        for (var round = 0; round < 300; round++)
        {
            var heap = new MadeHeap();
            var count = random.Next(2, 40);
            for (var i = 0; i < count; i++) heap.Add($"T{random.Next(5)}", (uint)random.Next(1, 5_000));
            for (var i = random.Next(100); i > 0; i--) heap.Refer(random.Next(count), random.Next(count));
            for (var i = random.Next(1, 4); i > 0; i--) heap.Root(random.Next(count), HeapRootKind.Static, "x");
            var graph = heap.Build();
            var all = Reached(graph, -1);
            var dominated = Enumerable.Range(0, count).Where(all.Contains)
                .ToDictionary(node => node, node => all.Except(Reached(graph, node)).ToHashSet());
            var expected = new long[graph.Types.Count];
            foreach (var (node, own) in dominated)
            {
                var type = graph.TypeOf[node];
                var isBelow = dominated.Any(other => other.Key != node && graph.TypeOf[other.Key] == type && other.Value.Contains(node));
                if (!isBelow) expected[type] += own.Sum(each => graph.SizeOf[each]);
            }

            Assert.Equal(expected, HeapDominators.RetainedByType(graph));
        }
    }

    /// <summary>A list whose elements a table refers to as well: each way up is as long as the list.</summary>
    [Fact]
    public void HeapDominators_LongListBesideATable_EndsSoon()
    {
        const int Length = 200_000;
        var heap = new MadeHeap();
        var (list, table) = (heap.Add("List", 1), heap.Add("Table", 1));
        heap.Root(list, HeapRootKind.Static, "list");
        heap.Root(table, HeapRootKind.Static, "table");
        var last = list;
        for (var i = 0; i < Length; i++)
        {
            var (entry, value) = (heap.Add("Entry", 10), heap.Add("Value", 100));
            heap.Refer(last, entry);
            heap.Refer(entry, value);
            heap.Refer(table, value);
            last = entry;
        }

        var retained = HeapDominators.RetainedByType(heap.Build());
        Assert.Equal([1 + (10L * Length), 1, 10L * Length, 100L * Length], retained);
    }

    private static HashSet<int> Reached(HeapGraph graph, int without)
    {
        var seen = new HashSet<int>();
        var open = new Stack<int>(graph.Roots.Select(root => root.Node));
        while (open.TryPop(out var node))
        {
            if (node == without || !seen.Add(node)) continue;
            for (var i = graph.FirstReference[node]; i < graph.FirstReference[node + 1]; i++) open.Push(graph.References[i]);
        }

        return seen;
    }

    [Fact]
    public void RetainedChange_GrownCache_IsFoundOnTheSamePath()
    {
        var (before, after) = (Cache(100), Cache(5_000));
        var changes = RetainedChange.Compare(before, after, HeapContent.Analyse(before), HeapContent.Analyse(after));
        var most = changes[0];
        Assert.Equal(("App.Entry", 100, 5_000), (most.Now.Type, (int)most.Before, (int)most.Now.Objects));
        var back = RetainedChange.Compare(after, before, HeapContent.Analyse(after), HeapContent.Analyse(before));
        Assert.Equal(-most.Bytes, back[0].Bytes);
    }

    [Theory]
    [InlineData("System.Collections.Generic.Dictionary`2[System.Int32,App.Reply]", "Dictionary<Int32,Reply>")]
    [InlineData("Entry[System.Int32,System.Byte[]][]", "Entry<Int32,Byte[]>[]")]
    [InlineData("App.Outer+Inner", "Inner")]
    [InlineData("System.Int32[,]", "Int32[,]")]
    [InlineData("`1[[", "<<")]
    [InlineData("", "")]
    public void HeapTypeName_RuntimeName_IsShownAsInSource(string type, string shown) => Assert.Equal(shown, HeapTypeName.Short(type));

    [Theory]
    [InlineData("System.Byte[]", true)]
    [InlineData("Entry[System.Int32,App.Reply][]", true)]
    [InlineData("Entry", false)]
    [InlineData("Node[]", false)]
    [InlineData("App.Reply", false)]
    public void HeapTypeName_TypeOfThePlatform_IsRecognised(string type, bool library) =>
        Assert.Equal(library, HeapTypeName.IsLibrary(type));

    private static HeapGraph Cache(int entries)
    {
        var heap = new MadeHeap();
        var array = heap.Add("App.Entry[]", (uint)(24 + (8 * entries)));
        heap.Root(array, HeapRootKind.Static, "Cache");
        for (var i = 0; i < entries; i++) heap.Refer(array, heap.Add("App.Entry", 64));
        return heap.Build();
    }

    private static long Plain(HeapGraph graph, HeapPaths paths, int without)
    {
        var open = new Queue<int>(graph.Roots.Select(root => root.Node));
        var seen = new HashSet<int>();
        long bytes = 0;
        while (open.TryDequeue(out var node))
        {
            if (paths.PathOf[node] == without || !seen.Add(node)) continue;
            bytes += graph.SizeOf[node];
            for (var i = graph.FirstReference[node]; i < graph.FirstReference[node + 1]; i++) open.Enqueue(graph.References[i]);
        }

        return bytes;
    }

    private sealed class MadeHeap
    {
        private readonly List<string> _types = [];
        private readonly ChunkedList<int> _typeOf = [];
        private readonly ChunkedList<uint> _sizeOf = [];
        private readonly List<List<int>> _references = [];
        private readonly List<HeapRoot> _roots = [];

        public int Add(string type, uint bytes)
        {
            var number = _types.IndexOf(type);
            if (number < 0)
            {
                number = _types.Count;
                _types.Add(type);
            }

            _typeOf.Add(number);
            _sizeOf.Add(bytes);
            _references.Add([]);
            return _typeOf.Count - 1;
        }

        public void Refer(int from, int to) => _references[from].Add(to);

        public void Root(int node, HeapRootKind kind, string? name) => _roots.Add(new HeapRoot(node, kind, name));

        public HeapGraph Build()
        {
            var first = new ChunkedList<int>();
            var references = new ChunkedList<int>();
            foreach (var node in _references)
            {
                first.Add(references.Count);
                references.AddRange(node);
            }

            first.Add(references.Count);
            return new HeapGraph
            {
                Types = _types,
                TypeOf = new Column<int>(_typeOf),
                SizeOf = new Column<uint>(_sizeOf),
                FirstReference = new Column<int>(first),
                References = new Column<int>(references),
                Roots = _roots,
            };
        }
    }
}
