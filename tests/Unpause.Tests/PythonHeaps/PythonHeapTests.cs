using System.IO.Compression;
using System.Text;
using System.Text.Json;
using Unpause.Recordings.Cycles;
using Unpause.Recordings.Histograms;
using Unpause.Recordings.PythonHeaps;
using Unpause.Recordings.Readers;
using Unpause.Reports.Heap;
using Unpause.Tests.Reports;

namespace Unpause.Tests.PythonHeaps;

/// <summary>Snapshots of CPython heaps: of samples/python/heaps/leaking.py, which counted its own objects, and synthetic ones.</summary>
public class PythonHeapTests
{
    private const string First = "unpause-heap\t1\t7\t1\t1\t2\t3";
    private const string End = "y\t10\t10\t1000\t2\t100\t20\t0\t0\t5000\t1";

    private static readonly JsonDocument Truth = JsonDocument.Parse(File.ReadAllText(Sample("leaking.json")));

    [Fact]
    public void PythonHeap_Sample_EqualsTheProgramsCounts()
    {
        for (var look = 0; look < 2; look++)
        {
            var counted = Truth.RootElement[look];
            var heap = Read(look + 1);
            var orders = Type(heap, "__main__.Order");
            Assert.Equal(Number(counted, "orders"), orders.Live);
            Assert.Equal(0, orders.Garbage);
            Assert.Equal(Number(counted, "functions"), Type(heap, "function").Live);
            Assert.InRange(heap.Objects!.Value, Number(counted, "objects") - 50, Number(counted, "objects") + 50);
            var floats = Type(heap, "float");
            Assert.InRange(floats.Parts, Number(counted, "readings"), Number(counted, "readings") + 100);
            Assert.InRange(floats.PartBytes, Number(counted, "bytes_of_readings"), Number(counted, "bytes_of_readings") + 10_000);
        }

        var last = Read(2);
        Assert.Equal(Truth.RootElement[2].GetProperty("collected").GetInt64(), last.Garbage);
        Assert.Equal(Number(Truth.RootElement[1], "nodes"), Type(last, "__main__.Node").Garbage);
        Assert.Equal(last.GarbageBytes, last.Types.Sum(type => type.GarbageBytes));
        Assert.Equal(last.Objects, last.Types.Sum(type => type.Live + type.Garbage));
    }

    [Fact]
    public void PythonGrowth_GrownType_HasAPathWithNames()
    {
        var growth = PythonGrowth.Compare(Read(1), Read(2));
        Assert.Equal(
            ("__main__.Order", 8, 8, "__main__.CACHE → Cache.orders[…]"),
            (growth.Newest[0].Type, growth.Newest[0].Objects, growth.Newest[0].Followed, growth.Newest[0].Way));
        Assert.Contains(growth.Newest, newest => newest is { Type: "function", Way: "__main__.Signal.listeners[…]" });
        Assert.Contains(growth.Newest, newest => newest is { Type: "list", Way: "__main__.CACHE → Cache.orders[…] → Order.lines" });
        Assert.DoesNotContain(growth.Newest, newest => newest.Type == "__main__.Node");
        Assert.InRange(growth.Nanoseconds!.Value, 1e8, 60e9);
        Assert.Null(PythonGrowth.Compare(Read(2), Read(1)).Nanoseconds);
        var plain = Read(2).LargestPlain[0];
        Assert.Equal(("list", 1_000_000, "__main__.READINGS"), (plain.Type, plain.References, plain.Text));
    }

    [Fact]
    public void PythonHeapText_Growth_NamesTypesRetainersAndGarbage()
    {
        var text = Shown(writer => writer.Write(HeapComparison.Compare(HeapOf(1), HeapOf(2))));
        Assert.Contains(
            "Largest growth of an application class: __main__.Order, 2,000 → 5,000; the newest are retained by __main__.CACHE → "
            + "Cache.orders[…].",
            text,
            StringComparison.Ordinal);
        Assert.Matches(@"Another 3,000 objects \(9(\.\d+)? %\), 164 KiB, are cyclic garbage, including 3,000 Node", text);
        Assert.Contains("The largest is a list of 1,000,000, __main__.READINGS", text, StringComparison.Ordinal);
        var one = Shown(writer => writer.Write(HeapOf(1)));
        Assert.Contains("Order: __main__.CACHE → Cache.orders[…]", one, StringComparison.Ordinal);
        Assert.DoesNotContain("Only the collector", one, StringComparison.Ordinal);
    }

    [Fact]
    public void PythonHeapJson_Sample_MatchesTheSchema()
    {
        foreach (var write in (Action<Stream>[])
        [
            output => HeapJson.Write(output, HeapOf(2), HeapOrder.Count),
            output => HeapJson.Write(output, HeapComparison.Compare(HeapOf(1), HeapOf(2)), HeapOrder.Count),
        ])
        {
            using var output = new MemoryStream();
            write(output);
            var text = Encoding.UTF8.GetString(output.ToArray());
            Assert.Equal("", ContractSchema.Faults(text, "unpause.heap-1.schema.json"));
            using var json = JsonDocument.Parse(text);
            Assert.Equal("__main__.Order", json.RootElement.GetProperty("newest")[0].GetProperty("type").GetString());
            Assert.Equal(3_000, json.RootElement.GetProperty("garbage_classes")[0].GetProperty("objects").GetInt32());
        }
    }

    [Fact]
    public void WayBuilder_Paths_ReadLikeSourceCode()
    {
        string[] objects =
        [
            "t\t0\tmodule", "t\t1\tdict", "t\t2\tapp.Node", "t\t3\tfunction", "t\t4\ttuple", "t\t5\tcell", "t\t6\ttype", "t\t7\tlist",
            "o\t0\t1\t0\t0\tapp\t\t", "o\t1\t1\t0\t0\t\t\t", "o\t3\t1\t0\t0\thandler (/srv/app/views.py:7)\tone two\t",
            "o\t4\t1\t0\t0\t\t\t", "o\t5\t1\t0\t0\t\t\t", "o\t2\t1\t0\t0\t\t\t", "o\t2\t1\t0\t0\t\t\t", "o\t2\t1\t0\t0\t\t\t",
            "o\t2\t1\t0\t0\t\t\t", "o\t7\t1\t0\t0\t\t\t",
            "e\t0\t1\ta\t__dict__", "e\t1\t2\tk\thandler", "e\t2\t3\ta\t__closure__", "e\t3\t4\ti\t1", "e\t4\t5\ta\tcell_contents",
            "e\t5\t6\ta\tnext", "e\t6\t7\ta\tnext", "e\t7\t8\ta\tnext", "e\t8\t9\ta\tkids", "e\t9\t5\ti\t3",
        ];
        var heap = Read([.. objects,
            "n\t0\tm\t\t\t0 1 2 3 4 5",
            "n\t0\tl\tserve (/srv/app/main.py:3)\tmine\t5 6 7 8 9 5",
            "n\t0\tx\t\t\t9 5",
            "n\t0\ts\t\t\t5 1",
            "n\t0\tm\t\t\t0",
            End]);
        Assert.Equal(
            [
                "app.handler closure two", "mine in serve (main.py:3) → Node.next (× 3) → Node.kids[3]",
                "outside Python objects (C code, or a running function)[3]", "… → Node", "app",
            ],
            heap.Newest.Select(way => way.Text));
    }

    [Fact]
    public void Paths_SecretsAmongKeys_AreRedacted()
    {
        const string token = "ghp_4fR8sK2mQ9xW7vB1nC6tZ3yL5hJ0pD8aE2gU";
        string[] lines =
        [
            First, "t\t0\tmodule", "t\t1\tdict", "t\t2\tapp.Row", "o\t0\t1\t0\t0\tapp\t\t", "o\t1\t1\t0\t0\t\t\t",
            "o\t2\t1\t0\t0\t\t\t", "e\t0\t1\ta\tCACHE", $"e\t1\t2\tk\t{token}", "h\t2\t1\t1\t1\t0\t0\t0\t0",
            "n\t0\tm\t\t\t0 1 2", End, "",
        ];
        var file = HeapFile.Read(Input(string.Join('\n', lines)), out _)!;
        Assert.Contains("Row: app.CACHE['[hidden]']", Shown(writer => writer.Write(file)), StringComparison.Ordinal);
        using var output = new MemoryStream();
        HeapJson.Write(output, file, HeapOrder.Count);
        Assert.DoesNotContain(token, Encoding.UTF8.GetString(output.ToArray()), StringComparison.Ordinal);
    }

    [Fact]
    public void WayBuilder_LongList_IsShortened()
    {
        var lines = new List<string> { "t\t0\tmodule", "t\t1\tapp.Node", "o\t0\t1\t0\t0\tapp\t\t" };
        for (var i = 0; i < 12; i++) lines.Add("o\t1\t1\t0\t0\t\t\t");
        lines.Add("e\t0\t1\ta\thead");
        for (var i = 1; i < 12; i++) lines.Add($"e\t{i}\t{i + 1}\ta\tnext");
        lines.Add($"n\t0\tm\t\t\t{string.Join(' ', Enumerable.Range(0, 13))}");
        lines.Add(End);
        Assert.Equal("app.head → Node.next (× 11)", Read([.. lines]).Newest[0].Text);
    }

    [Theory]
    [InlineData("n\t0\tm\t\t\t5")]
    [InlineData("n\t0\tm\t\t\t")]
    [InlineData("n\t0\tmodule\t\t\t0")]
    [InlineData("n\t-1\tm\t\t\t0")]
    [InlineData("n\t0\tm\t\t\t0 0 99999999999999999999")]
    [InlineData("h\t3\t1\t1\t1\t0\t0\t0\t0")]
    [InlineData("h\t0\t1\t1\t1\t2\t0\t0\t0")]
    [InlineData("h\t0\t1")]
    [InlineData("h\t0\t9223372036854775807\t1\t1\t0\t0\t0\t0")]
    [InlineData("h\t0\t1\t1\t1\t0\t0\t9223372036854775807\t0")]
    [InlineData("y\t1\t1\t1\t5\t1\t1\t1\t1\t1")]
    [InlineData("y\t5\t1\t1\t1\t1\t1\t2\t1\t1")]
    [InlineData("?")]
    public void PythonHeapReader_ImpossibleLine_IsCountedAndIgnored(string line)
    {
        var heap = Read(["t\t0\tdict", "o\t0\t1\t0\t0\t\t\t", line, End]);
        Assert.Equal(1, heap.LinesUnparsed);
        Assert.Empty(heap.Newest);
        Assert.Empty(heap.Types);
        Assert.Equal(10, heap.Objects);
    }

    [Fact]
    public void PythonHeapReader_CutAnywhere_IsRejectedWithAReason()
    {
        var bytes = Bytes(1);
        for (var length = 0; length < bytes.Length - 20; length += 997)
        {
            var cut = bytes.AsSpan(0, length).ToArray();
            var file = HeapFile.Read(new RecordingInput("cut.upcy", () => new MemoryStream(cut)), out var why);
            Assert.Null(file);
            if (length > 100) Assert.Equal("the heap snapshot is incomplete", why);
        }

        Assert.Null(HeapFile.Read(Input(First + "\nx\t7000000\n"), out var many));
        Assert.Equal("the process has 7,000,000 objects: too many for a heap snapshot", many);
    }

    [Fact]
    public void CycleMaterial_HeapSnapshot_IsIgnored()
    {
        Assert.Null(CycleMaterial.Read([Input(First + "\n" + End + "\n")]));
    }

    private static string Shown(Action<HeapWriter> write) =>
        PlainConsole.Text(1_000, console => write(new HeapWriter(console, HeapOrder.Count, 10)));

    private static long Number(JsonElement element, string name) => element.GetProperty(name).GetInt64();

    private static PythonType Type(PythonHeap heap, string name) => heap.Types.Single(type => type.Name == name);

    private static HeapFile HeapOf(int look) => HeapFile.Read(RecordingInput.File(Sample($"leaking-{look}.upcy.gz")), out _)!;

    private static PythonHeap Read(int look) => PythonHeapReader.Read(new MemoryStream(Bytes(look)))!;

    private static PythonHeap Read(string[] lines) =>
        PythonHeapReader.Read(new MemoryStream(Encoding.UTF8.GetBytes(string.Concat(lines.Prepend(First).Select(line => line + "\n")))))!;

    private static RecordingInput Input(string text) => new("made.upcy", () => new MemoryStream(Encoding.UTF8.GetBytes(text)));

    private static byte[] Bytes(int look)
    {
        using var file = File.OpenRead(Sample($"leaking-{look}.upcy.gz"));
        using var unpacked = new GZipStream(file, CompressionMode.Decompress);
        using var bytes = new MemoryStream();
        unpacked.CopyTo(bytes);
        return bytes.ToArray();
    }

    private static string Sample(string name) => RepositoryFolder.File("samples", "python", "heaps", name);
}
