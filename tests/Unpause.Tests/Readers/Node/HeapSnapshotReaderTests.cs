using System.Globalization;
using System.Text;
using System.Text.Json;
using Unpause.Analysis.Heap;
using Unpause.Recordings;
using Unpause.Recordings.Heap;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Node;

/// <summary>Heap snapshots of V8.</summary>
public class HeapSnapshotReaderTests
{
    private const string Meta =
        """
        {"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count","detachedness"],
        "node_types":[["hidden","array","object","synthetic","native","later kind"],"string","number","number","number","number"],
        "edge_fields":["type","name_or_index","to_node"],
        "edge_types":[["context","element","property","internal","hidden","shortcut","weak"],"string_or_number","node"]}
        """;

    // 0 root → 1 (GC roots), 2 global; global.cache → 3, [0] → 4; 3 and 4 refer to each other; weak → 5; 1 → table 6 → 4 as a value.
    private const string Nodes =
        "3,0,1,0,3,0, 3,1,3,0,1,0, 2,2,5,10,2,0, 2,3,7,100,1,0, 2,3,9,1000,2,0, 4,4,11,10000,0,2, 1,5,13,7,1,0";

    private const string Edges =
        "1,1,6, 5,0,12, 6,0,30,  3,6,36,  2,7,18, 1,0,24,  1,0,24,  1,0,18, 6,6,30,  3,8,24";

    private const string Texts = """
        "","(GC roots)","global","Entry","<div class=\"x\">","","1","cache",
        "2 / part of key (Entry @1) -> value (Entry @9) pair in WeakMap (table @13)"
        """;

    [Theory]
    [InlineData("before", 200, 10)]
    [InlineData("after", 1000, 20)]
    public void HeapSnapshotReader_RealSnapshot_HasEveryObject(string file, int sessions, int buffers)
    {
        var bytes = Unpacked(file);
        var graph = Graph(bytes);
        using var json = JsonDocument.Parse(bytes);
        var root = json.RootElement;
        var meta = root.GetProperty("snapshot").GetProperty("meta");
        var fields = meta.GetProperty("node_fields").EnumerateArray().Select(field => field.GetString()!).ToList();
        var numbers = root.GetProperty("nodes").EnumerateArray().Select(number => number.GetInt64()).ToArray();
        var texts = root.GetProperty("strings").EnumerateArray().Select(text => text.GetString()!).ToArray();
        var kinds = meta.GetProperty("node_types")[0].EnumerateArray().Select(kind => kind.GetString()!).ToArray();
        var rows = numbers.Chunk(fields.Count).Select(row => (
            Kind: kinds[row[fields.IndexOf("type")]], Name: texts[row[fields.IndexOf("name")]], Size: row[fields.IndexOf("self_size")]));
        var content = HeapContent.Analyse(graph);
        Assert.Equal(rows.Sum(row => row.Size), content.Bytes);
        Assert.Equal(rows.Count(), content.Objects);
        foreach (var type in (string[])["Session", "Store", "Map", "Object", "ArrayBuffer", V8TypeNames.Context])
        {
            var same = rows.Where(row => row.Kind == "object" && row.Name == type).ToList();
            Assert.Equal(new HeapType(type, same.Count, same.Sum(row => row.Size)), content.Types.Single(each => each.Name == type));
        }

        Assert.Equal(rows.Where(row => row.Kind.Contains("string", StringComparison.Ordinal)).Sum(row => row.Size),
            graph.Kinds!.Single(kind => kind.Name == "strings").Bytes);
        Assert.Equal(sessions, content.Types.Single(type => type.Name == "Session").Objects);
        Assert.Contains(content.Retainers, held => held.Type == "ArrayBuffer" && held.Objects == buffers
            && held.AllBytes == buffers * (10_000 + (held.Bytes / buffers)));
        var kept = content.Retainers.Single(held => held.Type == "Session");
        Assert.Equal((sessions, HeapRootKind.Stack), ((int)kept.Objects, kept.RootKind));
        Assert.Equal(["(array)", "Map", "Store", V8TypeNames.Context], kept.Chain.Take(4));
        Assert.Equal([null, "table", "sessions", "store"], kept.Names!.Take(4));
        Assert.Contains(content.Retainers, held => held is { Type: "Object", RootKind: HeapRootKind.Global, Names: ["cache"] });
    }

    /// <summary>The process's own sum is of V8's heap, without what is native and without the read-only space.</summary>
    [Theory]
    [InlineData("before")]
    [InlineData("after")]
    public void HeapSnapshotReader_RealSnapshot_HasTheSizeThatV8Reports(string file)
    {
        var line = File.ReadLines(RepositoryFolder.File("samples", "node", "heaps", "held.json"))
            .Select(each => JsonDocument.Parse(each).RootElement).Single(each => each.GetProperty("file").GetString() == file);
        var outside = Graph(Unpacked(file)).Kinds!.Where(kind => kind.Name.Contains("outside", StringComparison.Ordinal))
            .Sum(kind => kind.Bytes);
        var inside = HeapContent.Analyse(Graph(Unpacked(file))).Bytes - outside;
        Assert.InRange(inside, 0.97 * line.GetProperty("used_heap_size").GetInt64(), 1.1 * line.GetProperty("used_heap_size").GetInt64());
    }

    [Fact]
    public void HeapSnapshotReader_TwoOfOneProcess_ShowWhatGrew()
    {
        var (before, after) = (Graph(Unpacked("before")), Graph(Unpacked("after")));
        var changes = RetainedChange.Compare(before, after, HeapContent.Analyse(before), HeapContent.Analyse(after));
        var grown = changes.Single(change => change.Now.Type == "Session");
        Assert.Equal((200, 1000), ((int)grown.Before, (int)grown.Now.Objects));
        Assert.InRange(grown.Bytes, 800 * 90, 800 * 110);
    }

    [Fact]
    public void HeapSnapshotReader_MadeSnapshot_FollowsWhatRetains()
    {
        var graph = Graph(Encoding.UTF8.GetBytes(Made(Nodes, Edges, Texts)));
        Assert.Equal(["(no name)", "(GC roots)", "global", "Entry", "Detached <div>", "(array)"], graph.Types);
        Assert.Equal([(2, HeapRootKind.Global), (6, HeapRootKind.Other)], graph.Roots.Select(root => (root.Node, root.Kind)));
        Assert.Equal("cache", graph.Names[graph.ReferenceNames![graph.FirstReference[2]]]);
        var content = HeapContent.Analyse(graph);
        Assert.Equal(10 + 100 + 1000 + 7, content.RetainedBytes);
        Assert.Equal(10 + 100 + 1000, HeapContent.RetainedByType(graph)["global"]);
        Assert.Equal(1100, HeapContent.RetainedByType(graph)["Entry"]);
        Assert.Equal(0, HeapContent.RetainedByType(graph)["Detached <div>"]);
        // The table alone does not retain a value.
        Assert.Equal(7, HeapContent.RetainedByType(graph)["(array)"]);
    }

    [Theory]
    [InlineData(Nodes + ",3,0", Edges, Texts)]
    [InlineData("9,0,1,0,0,0", "", Texts)]
    [InlineData("3,0,1,-5,0,0", "", Texts)]
    [InlineData("3,0,1,0,500000000,0", "", Texts)]
    [InlineData("3,-1,1,0,0,0", "", Texts)]
    [InlineData("3,77,1,0,0,0", "", Texts)]
    [InlineData("3,99999999999,1,0,0,0", "", Texts)]
    [InlineData("3,99999999999999999999999999,1,0,0,0", "", Texts)]
    [InlineData(Nodes, "1,1,6", Texts)]
    [InlineData(Nodes, Edges + ",1,1,6", Texts)]
    [InlineData(Nodes, "1,1,7" + ",1,1,6,1,1,6,1,1,6,1,1,6,1,1,6,1,1,6,1,1,6,1,1,6,1,1,6", Texts)]
    [InlineData("3,0,1,0,1,0", "1,1,600", Texts)]
    [InlineData("3,0,1,0,1,0", "1,1,-6", Texts)]
    [InlineData("3,0,1,0,1,0", "2,-4,0", Texts)]
    [InlineData("3,0,1,0,1,0", "2,55,0", Texts)]
    [InlineData("3,0,1,0,1,0", "1,1,0,1", Texts)]
    [InlineData("3,0,1,\"x\",1,0", "1,1,0", Texts)]
    [InlineData(Nodes, Edges, "{}")]
    public void HeapSnapshotReader_DamagedSnapshot_IsRefusedWithANote(string nodes, string edges, string texts)
    {
        var recording = Assert.Single(Samples.Of(Made(nodes, edges, texts)));
        Assert.Null(recording.HeapGraph);
        Assert.True(recording.Coverage.Unreadable);
    }

    [Fact]
    public void HeapSnapshotReader_CutAnywhere_IsRefusedWithANote()
    {
        var made = Encoding.UTF8.GetBytes(Made(Nodes, Edges, Texts));
        for (var length = Meta.IndexOf("node_types", StringComparison.Ordinal); length < made.Length - 2; length++)
        {
            var recording = Assert.Single(Samples.Of(made[..length]));
            Assert.True(recording is { HeapGraph: null, Coverage.Unreadable: true }, length.ToString(CultureInfo.InvariantCulture));
        }

        var real = Unpacked("before");
        for (var length = 100_000; length < real.Length - 1000; length += 700_001)
            Assert.True(Assert.Single(Samples.Of(real[..length])).Coverage.Unreadable);
    }

    [Fact]
    public void HeapSnapshotReader_LongTextsAndUnknownSections_ArePassedOver()
    {
        var nested = new string('[', 100_000) + "1" + new string(']', 100_000);
        var longest = $",\"{new string('x', 3_000_000)}\\u0041\\\"\"";
        var text = Made(Nodes, Edges, Texts + longest, $"\"later\":{nested},\"trace_tree\":[],");
        Assert.Equal(Describe(Graph(Encoding.UTF8.GetBytes(Made(Nodes, Edges, Texts)))), Describe(Graph(Encoding.UTF8.GetBytes(text))));
        var spread = text.Replace(",", " ,\r\n ", StringComparison.Ordinal);
        Assert.Equal(Describe(Graph(Encoding.UTF8.GetBytes(text))), Describe(Graph(Encoding.UTF8.GetBytes(spread))));
    }

    [Fact]
    public void HeapSnapshotReader_SplitAnywhere_GivesTheSameGraph()
    {
        var made = Encoding.UTF8.GetBytes(Made(Nodes, Edges, Texts));
        var whole = Describe(Graph(made));
        foreach (var piece in (int[])[1, 2, 3, 7, 13])
        {
            var recordings = Recordings.Loading.RuntimeTable.Default.Load(
                [new RecordingInput("unknown", () => new TricklingStream(made, piece, piece))]).Recordings;
            Assert.Equal(whole, Describe(Assert.Single(recordings).HeapGraph!));
        }
    }

    [Fact]
    public void HeapSnapshotReader_DictionaryOfManyKeys_HasNoNamesForThem()
    {
        var (nodes, edges) = (new StringBuilder("3,0,1,0,1,0, 2,2,3,10,100,0"), new StringBuilder("5,0,6"));
        for (var i = 0; i < 100; i++)
        {
            nodes.Append(CultureInfo.InvariantCulture, $", 2,3,{5 + (2 * i)},1,0,0");
            edges.Append(CultureInfo.InvariantCulture, $", 2,{4 + i},{12 + (6 * i)}");
        }

        var texts = "\"\",\"\",\"Cache\",\"Entry\"," + string.Join(",", Enumerable.Range(0, 100).Select(i => $"\"key{i}\""));
        var graph = Graph(Encoding.UTF8.GetBytes(Made(nodes.ToString(), edges.ToString(), texts)));
        var held = Assert.Single(HeapContent.Analyse(graph).Retainers);
        Assert.Equal(("Entry", 100), (held.Type, (int)held.Objects));
        Assert.Equal([null], held.Names);
    }

    private static string Made(string nodes, string edges, string texts, string between = "") =>
        $"{Meta},\"node_count\":{(nodes == Nodes ? 7 : nodes.Split(',').Length / 6)},\"edge_count\":0}},\n\"nodes\":[{nodes}],\n"
        + $"\"edges\":[{edges}],\n{between}\"strings\":[{texts}]}}";

    private static string Describe(HeapGraph graph) => string.Join(" ", graph.Types) + string.Join(",", graph.TypeOf)
        + string.Join(",", graph.SizeOf) + string.Join(",", graph.FirstReference) + string.Join(",", graph.References)
        + string.Join(",", graph.ReferenceNames!.Select(name => name < 0 ? "" : graph.Names[name])) + string.Join(",", graph.Roots);

    private static HeapGraph Graph(byte[] bytes) => Assert.Single(Samples.Of(bytes)).HeapGraph!;

    private static byte[] Unpacked(string file)
    {
        using var packed = File.OpenRead(RepositoryFolder.File("samples", "node", "heaps", $"held-{file}.heapsnapshot.xz"));
        using var unpacked = PeekedStream.Unpack(packed);
        using var all = new MemoryStream();
        unpacked.CopyTo(all);
        return all.ToArray();
    }
}
