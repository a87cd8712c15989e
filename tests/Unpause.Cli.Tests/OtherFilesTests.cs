using System.IO.Compression;
using System.Text;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>Files that are no recordings: what they are and who reads them is said, and never what .NET says of its own insides.</summary>
public sealed class OtherFilesTests : IDisposable
{
    private const string Histogram =
        " num     #instances         #bytes  class name (module)\n-----\n   1:   77346   1237536  app.Response (app@1.0)\n";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    public static TheoryData<string, byte[], string> Files => new()
    {
        { "heap.hprof", Bytes("JAVA PROFILE 1.0.2\0\0\0\0\u0004"), "unpause record PID --jfr --retainers" },
        { "heap.gcdump", Bytes("\u0014\0\0\0!FastSerialization.1\0Graphs.GCHeapDump"), "unpause heap PID" },
        { "a.netperf", Bytes("\u0014\0\0\0!FastSerialization.1\0Microsoft.DotNet.Runtime.EventPipeFile"), "PerfView" },
        { "a.etl", Etl(), "Windows trace (.etl)" },
        { "core", [0x7f, .. "ELF"u8, 2, 1, 1, .. new byte[9], 4, 0, .. new byte[50]], "dotnet-dump" },
        { "program", [0x7f, .. "ELF"u8, 2, 1, 1, .. new byte[9], 3, 0, .. new byte[50]], "unpause run -- " },
        { "perf.data", Bytes("PERFILE2xxxxxxxx"), "perf script -i FILE > perf.txt" },
        { "a.pdf", Bytes("%PDF-1.7\n"), "PDF" },
        { "histogram.txt", Bytes(Histogram), "unpause heap FILE" },
        { "bad.log.xz", [0xfd, .. "7zXZ"u8, 0, 0, 4], "damaged xz data" },
        { "bad.log.zst", [0x28, 0xb5, 0x2f, 0xfd, 0, 1, 2, 3], "damaged zstd data" },
        { "bad.log.bz2", Bytes("BZh91AY&SY1234567890"), "damaged bzip2 data" },
        { "page.html", Bytes("<!doctype html><title>unpause</title>"), "-o FILE.json" },
        { "chrome.json", Bytes("{\"traceEvents\": []}"), "ui.perfetto.dev" },
        { "bad.gz", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6], "damaged gzip data" },
        { "bad.zip", [.. "PK"u8, 3, 4, .. new byte[100]], "damaged zip archive" },
        { "bad.7z", [.. "7z"u8, 0xbc, 0xaf, 0x27, 0x1c, .. new byte[10]], "damaged 7z archive" },
    };

    [Theory]
    [MemberData(nameof(Files))]
    public void OtherFile_Report_NamesTheCommandThatReadsIt(string name, byte[] content, string said)
    {
        var result = Cli.Unpause("report", _folder.Write(name, content));
        Assert.Equal((2, ""), (result.ExitCode, result.Output));
        Assert.Contains(said, result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("archive entry", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("Exception", result.Error, StringComparison.Ordinal);
        var log = RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace");
        Assert.Contains(said,
            Cli.Unpause("report", log, "--requests", _folder[name], "--slow", "1s").Error, StringComparison.Ordinal);
    }

    /// <summary>As their runtimes print them.</summary>
    [Theory]
    [InlineData("I/art (123): Background sticky concurrent mark sweep GC freed 1(5KB) AllocSpace objects, 0(0B) LOS objects, 30% free, "
        + "10MB/15MB, paused 1.2ms total 20ms", "Android")]
    [InlineData("D/dalvikvm(9): GC_CONCURRENT freed 2012K, 63% free 3213K/9291K, paused 2ms+2ms", "Dalvik")]
    [InlineData("GC 12 invokes.\nIndex    Invoke Time(sec)       Use Size(byte)     Total Size(byte)   Total Object      GC Time(ms)\n"
        + "    1               0.063              1052440             1065640          26641         6.300000", "Ruby")]
    [InlineData("array(4) {\n  [\"runs\"]=>\n  int(1)\n  [\"collected\"]=>\n  int(2)\n  [\"threshold\"]=>\n  int(10001)\n}", "PHP")]
    [InlineData("{trace,<0.89.0>,gc_minor_start,[{wordsize,0},{old_heap_block_size,0}]}", "Erlang")]
    [InlineData("allocated_words: 1023\nminor_words: 900\nminor_collections: 12\nmajor_collections: 3", "OCaml")]
    [InlineData("                                     Tot time (elapsed)  Avg pause  Max pause\n"
        + "  Gen  0     10 colls,     0 par    0.010s   0.010s     0.0010s    0.0020s", "GHC")]
    [InlineData("Mono: GC_MINOR: (Nursery full) time 1.23ms, stw 1.30ms promoted 12K major size: 1024K in use: 5K los size: 2K", "Mono")]
    [InlineData("GC: pause 12.34ms. collected 56.780000MB. incr ", "Julia")]
    [InlineData("World-stopped marking took 12 ms 345 ns (11 ms in average)", "Boehm")]
    [InlineData("<af type=\"tenured\" id=\"1\">\n  <gc type=\"global\" id=\"2\" totalid=\"2\" intervalms=\"1.0\">\n"
        + "    <timesms mark=\"20.1\" sweep=\"1.0\" compact=\"0.0\" total=\"21.2\" />\n  <time totalms=\"22.1\" /></gc>", "J9")]
    public void OtherRuntime_Log_IsNamed(string text, string said)
    {
        var result = Cli.Unpause("report", _folder.Write("other.log", Bytes(text + "\n")));
        Assert.Equal((2, ""), (result.ExitCode, result.Output));
        Assert.Contains(said, result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Requests_AsRecording_NamesTheOption()
    {
        var spans = RepositoryFolder.File("samples", "requests", "spans.jsonl.gz");
        Assert.Contains("unpause report RECORDING --requests ", Cli.Unpause("report", spans).Error, StringComparison.Ordinal);
        var log = RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace");
        Assert.Contains("a recording (gctrace), not requests: pass it without --requests",
            Cli.Unpause("report", log, "--requests", log, "--slow", "1s").Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Folder_Empty_IsNamed()
    {
        Directory.CreateDirectory(_folder["empty"]);
        Assert.Equal($"unpause: {_folder["empty"]}: the folder is empty\n", Cli.Unpause("report", _folder["empty"]).Error);
        File.WriteAllText(Path.Combine(_folder["empty"], "nothing.log"), "");
        Assert.Equal(
            $"unpause: {_folder["empty"]}: the folder has only empty files\n", Cli.Unpause("report", _folder["empty"]).Error);
    }

    [Fact]
    public void HeapFile_Report_IsRecognised()
    {
        var dump = _folder.Write("heap.hprof", Bytes("JAVA PROFILE 1.0.2\0\0\0\0\u0004"));
        Assert.Contains("it is a JVM heap dump (hprof)", Cli.Unpause("heap", dump).Error, StringComparison.Ordinal);
        var log = RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace");
        Assert.Contains("unpause report reads it", Cli.Unpause("heap", log).Error, StringComparison.Ordinal);
    }

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);

    private static byte[] Etl()
    {
        var bytes = new byte[200];
        (bytes[2], bytes[74], bytes[75]) = (1, 2, 0xc0);
        return bytes;
    }

    private static byte[] Packed(byte[] content)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest)) gzip.Write(content);
        return packed.ToArray();
    }
}
