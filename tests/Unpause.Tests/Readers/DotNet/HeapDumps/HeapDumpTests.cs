using System.Buffers.Binary;
using System.Diagnostics;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Unpause.Analysis.Heap;
using Unpause.Recordings;
using Unpause.Recordings.Heap;
using Unpause.Recordings.Readers.DotNet;
using Unpause.Recordings.Readers.DotNet.HeapDumps;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.DotNet.HeapDumps;

/// <summary>Lists of a heap's objects: against what the program made, against TraceEvent, and damaged.</summary>
public class HeapDumpTests
{
    private const string Sample = "held";
    private const int Orders = 7_000;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    [Fact]
    public void HeapDump_KnownProgram_CountsObjectsWithTheirRetainer()
    {
        var recording = NettraceSample.Read(Sample);
        var heap = HeapContent.Analyse(recording.HeapGraph!);
        Assert.Equal(Orders, Assert.Single(heap.Types, type => type.Name == "Order").Objects);
        Assert.Equal(1_000, Assert.Single(heap.Types, type => type.Name == "Subscriber").Objects);
        Assert.Equal(500, Assert.Single(heap.Types, type => type.Name == "Job").Objects);
        var most = heap.Retainers[0];
        Assert.Equal(
            ("Order", Orders, 2L * Orders, HeapRootKind.Static, "s_orders"),
            (most.Type, (int)most.Objects, most.AllObjects, most.RootKind, most.RootName));
        Assert.Equal("Order ← Entry<Int32,Order>[] ← Dictionary<Int32,Order> ← static s_orders", most.Text);
        // An order is its header, its type and one reference; its attachment has a length beside (object.h, 64 bits).
        const long order = 24, attachment = 24 + 50_000;
        Assert.Equal(Orders * (order + attachment), most.AllBytes);
        Assert.Equal(most.AllBytes, most.RetainedBytes);
        Assert.Equal("System.Byte[]", most.Mostly);
        Assert.DoesNotContain(recording.Coverage.Notes, note => note.Unreadable);
    }

    [Fact]
    public void HeapDump_CollectionForTheDump_IsNotCounted()
    {
        var recording = NettraceSample.Read(Sample);
        Assert.Equal(Causes.Diagnostic, recording.Collections[^1].Cause);
        Assert.DoesNotContain(recording.Collections, collection => collection.Induced);
        Assert.InRange(recording.HeapGraph!.StopNanoseconds!.Value, recording.Pauses[^1].DurationNanoseconds, 1_000_000_000);
    }

    [Fact]
    public void HeapDump_ObjectsReferencesAndRoots_MatchTraceEvent()
    {
        var graph = NettraceSample.Read(Sample).HeapGraph!;
        var (types, references, roots, statics) = ByTraceEvent(NettraceSample.Bytes(Sample));
        var ours = HeapContent.Analyse(graph).Types.ToDictionary(type => type.Name, type => (type.Objects, type.Bytes));
        Assert.Equal(types.OrderBy(type => type.Key, StringComparer.Ordinal), ours.OrderBy(type => type.Key, StringComparer.Ordinal));
        Assert.Equal(references, graph.References.Count);
        Assert.Equal(statics, graph.Roots.Count(root => root.Kind is HeapRootKind.Static or HeapRootKind.ThreadStatic));
        Assert.Equal(roots, graph.Roots.Count(root => root.Kind is not (HeapRootKind.Static or HeapRootKind.ThreadStatic)));
    }

    [Fact]
    public void HeapDump_TruncatedList_IsNotCounted()
    {
        var bytes = NettraceSample.Bytes(Sample);
        for (var cut = bytes.Length / 10; cut < bytes.Length - 100; cut += bytes.Length / 40)
        {
            if (NettraceSample.ReadBytes(bytes[..cut]).Recordings is not [var recording]) continue;
            if (recording.HeapGraph is { } graph) Assert.Equal(HeapOf(bytes).Count, graph.Count);
            else Assert.Contains(recording.Coverage.Notes, note => note.Unreadable);
        }
    }

    [Fact]
    public void HeapDump_DamagedLists_DoNotThrowOrHang()
    {
        var bytes = NettraceSample.Bytes(Sample);
        var random = new Random(20_261_123);
        var read = 0;
        for (var round = 0; round < 60; round++)
        {
            var damaged = (byte[])bytes.Clone();
            for (var i = random.Next(1, 12); i > 0; i--) damaged[random.Next(8, damaged.Length)] ^= (byte)(1 << random.Next(8));
            var watch = Stopwatch.StartNew();
            foreach (var recording in NettraceSample.ReadBytes(damaged).Recordings)
            {
                if (HeapContent.Analyse(recording) is not { } heap) continue;
                read++;
                Assert.All(heap.Retainers, held => Assert.InRange(held.RetainedBytes ?? 0, 0, heap.Bytes));
            }

            Assert.True(watch.Elapsed < Longest, "damaged bytes are read in bounded time");
        }

        Assert.True(read > 0, "some damage leaves the list whole");
    }

    [Fact]
    public void HeapDump_LostPartWrongCountAndDuplicate_GiveANote()
    {
        Assert.Contains("dropped a part", Reported(2, Node(32, 24, 1, 0)), StringComparison.Ordinal);
        Assert.Contains("damaged", Reported(1, Node(32, 24, 1, 0), count: uint.MaxValue), StringComparison.Ordinal);
        Assert.Contains("damaged", Reported(1, Node(33, 24, 1, 0)), StringComparison.Ordinal);
        Assert.Contains("damaged", Reported(1, Node(0, 24, 1, 0)), StringComparison.Ordinal);
        Assert.Contains("more objects", Reported(1, Node(32, 24, 1, ulong.MaxValue)), StringComparison.Ordinal);
        Assert.Contains("references are missing", Reported(1, Node(32, 24, 1, 5)), StringComparison.Ordinal);
        Assert.Contains("same address", Reported(1, Node(8, 24, 1, 0)), StringComparison.Ordinal);
        Assert.Equal("", Reported(1, Node(32, ulong.MaxValue, 1, 0)));
    }

    /// <summary>The note on a list whose first object is at address 8, and what follows.</summary>
    private static string Reported(uint number, byte[] rows, uint count = 1)
    {
        var dump = new HeapDump(new TypeTable());
        var coverage = new CoverageBuilder();
        dump.CollectionStarted();
        Give(dump, RuntimeEventIds.BulkNode, 0, Node(8, 24, 1, 0));
        Give(dump, RuntimeEventIds.BulkNode, number, rows, count);
        dump.CollectionStopped();
        var graph = dump.Build(coverage);
        var notes = coverage.Build().Notes;
        Assert.Equal(graph is null, notes.Count == 1);
        return notes is [var note] ? note.Text : "";
    }

    private static void Give(HeapDump dump, int id, uint number, byte[] rows, uint count = 1)
    {
        var payload = new byte[10 + rows.Length];
        BinaryPrimitives.WriteUInt32LittleEndian(payload, number);
        BinaryPrimitives.WriteUInt32LittleEndian(payload.AsSpan(4), count);
        rows.CopyTo(payload, 10);
        dump.Add(new RuntimeEvent(EventProvider.Runtime, id, 0, 1, 0, 8, payload));
    }

    private static byte[] Node(ulong address, ulong size, ulong type, ulong references)
    {
        var row = new byte[32];
        BinaryPrimitives.WriteUInt64LittleEndian(row, address);
        BinaryPrimitives.WriteUInt64LittleEndian(row.AsSpan(8), size);
        BinaryPrimitives.WriteUInt64LittleEndian(row.AsSpan(16), type);
        BinaryPrimitives.WriteUInt64LittleEndian(row.AsSpan(24), references);
        return row;
    }

    private static HeapGraph HeapOf(byte[] bytes) => Assert.Single(NettraceSample.ReadBytes(bytes).Recordings).HeapGraph!;

    private static (Dictionary<string, (long Objects, long Bytes)> Types, long References, int Roots, int Statics) ByTraceEvent(
        byte[] bytes)
    {
        var names = new Dictionary<ulong, string>();
        var nodes = new List<(ulong Address, ulong Type, long Size)>();
        var targets = new List<ulong>();
        var pairs = new List<(ulong Key, ulong Value)>();
        List<ulong> rooted = [], fields = [];
        using var source = new EventPipeEventSource(new MemoryStream(bytes));
        source.Clr.TypeBulkType += e => Each(e.Count, i => names[e.Values(i).TypeID] = e.Values(i).TypeName);
        source.Clr.GCBulkNode += e => Each(e.Count, i => nodes.Add((e.Values(i).Address, e.Values(i).TypeID, (long)e.Values(i).Size)));
        source.Clr.GCBulkEdge += e => Each(e.Count, i => targets.Add(e.Values(i).Target));
        source.Clr.GCBulkRootEdge += e => Each(e.Count, i =>
        {
            if (!e.Values(i).GCRootFlag.HasFlag(GCRootFlags.WeakRef)) rooted.Add(e.Values(i).RootedNodeAddress);
        });
        source.Clr.GCBulkRootStaticVar += e => Each(e.Count, i => fields.Add(e.Values(i).ObjectID));
        source.Clr.GCBulkRootConditionalWeakTableElementEdge += e => Each(
            e.Count, i => pairs.Add((e.Values(i).GCKeyNodeID, e.Values(i).GCValueNodeID)));
        source.Process();
        var known = nodes.Select(node => node.Address).ToHashSet();
        return (
            nodes.GroupBy(node => names[node.Type], StringComparer.Ordinal)
                .ToDictionary(group => group.Key, group => ((long)group.Count(), group.Sum(node => node.Size)), StringComparer.Ordinal),
            targets.Count(known.Contains) + pairs.Count(pair => known.Contains(pair.Key) && known.Contains(pair.Value)),
            rooted.Count(known.Contains),
            fields.Count(known.Contains));
    }

    private static void Each(int count, Action<int> take)
    {
        for (var i = 0; i < count; i++) take(i);
    }
}
