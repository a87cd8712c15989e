using System.IO.Compression;
using Unpause.Recordings;
using Unpause.Recordings.Histograms;
using Unpause.Recordings.Readers;
using Unpause.Reports.Heap;

namespace Unpause.Tests.Histograms;

/// <summary>Class histograms as jcmd and jmap print them.</summary>
public class HistogramTests
{
    private const string Jdk8 =
        """
        4711:

         num     #instances         #bytes  class name
        ----------------------------------------------
           1:        840000       20160000  com.example.User
           2:         50000        4000000  [C
           3:            12            288  com.example.App$$Lambda$1/471910020
           4:             2             48  com.example.App$$Lambda$2/471910021
           5:             1             16  <constantPoolKlass>
           6:             3             72  com.example.User
        Total        890018       24160424
        """;

    [Theory]
    [InlineData("dropped-jdk17.histogram.txt.gz")]
    [InlineData("retaining-jdk17.histogram.txt.gz")]
    public void Histogram_Sums_MatchTheJvmsTotal(string name)
    {
        var path = RepositoryFolder.File("samples", "jvm", name);
        using var file = File.OpenRead(path);
        var histogram = HistogramReader.Read(file)!;
        using var text = new StreamReader(new GZipStream(File.OpenRead(path), CompressionMode.Decompress));
        var total = text.ReadToEnd().Split(
            '\n').Single(line => line.StartsWith("Total", StringComparison.Ordinal)).Split(' ', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal($"{histogram.Instances} {histogram.Bytes}", string.Join(' ', total[1..]));
        Assert.Equal(histogram.Instances, histogram.Classes.Sum(row => row.Instances));
    }

    [Fact]
    public void Histogram_ClassesOfOneName_AreMerged()
    {
        var histogram = OfText(Jdk8.ReplaceLineEndings("\r\n"))!;
        Assert.Equal(new ClassCount("com.example.User", 840_003, 20_160_072), histogram["com.example.User"]);
        Assert.Equal(new ClassCount("com.example.App$$Lambda", 14, 336), histogram["com.example.App$$Lambda"]);
        Assert.Equal(50_000, histogram["char[]"].Instances);
        Assert.Equal(0, histogram["com.example.None"].Instances);
        Assert.Equal((4, 890_018L, 24_160_424L), (histogram.Count, histogram.Instances, histogram.Bytes));
    }

    [Fact]
    public void Histogram_TwoVersions_DifferInWhatTheTimerRetains()
    {
        var comparison = HistogramComparison.Compare(Sample("dropped-jdk17.histogram.txt.gz"), Sample("retaining-jdk17.histogram.txt.gz"));
        Assert.Equal(
            "byte[], byte[][], Replies$Reply",
            string.Join(", ", comparison.Classes.Take(3).Select(row => row.Type).Order(StringComparer.OrdinalIgnoreCase)));
        var most = comparison.OwnMost!.Value;
        Assert.Equal(("Replies$Reply", 1L, 12_001L, 12_000L), (most.Type, most.Before.Instances, most.After.Instances, most.Instances));
        Assert.DoesNotContain(comparison.Classes, row => row.Instances == 0 && row.Bytes == 0);
    }

    [Fact]
    public void Histogram_PlungingAndRetainedClasses_AreFound()
    {
        var all = OfText("   1:   1000   8000  app.Reply\n   2:   900   9000  app.Task\n   3:  5000  5000 [B\n")!;
        var live = OfText("   1:   10   80  app.Reply\n   2:   800   8000  app.Task\n   3:  2000  2000 [B\n")!;
        var later = OfText("   1:   30   240  app.Reply\n   2:   1000   10000  app.Task\n")!;
        var heap = HeapPlunge.From([(all, live), (all, later)]);
        Assert.Equal("app.Task", heap.MostRetained!.Value.Type);
        Assert.Equal(
            ("app.Reply", 1_000L, 20L, 980L),
            (
                heap.MostFreed!.Value.Type,
                heap.MostFreed.Value.All.Instances,
                heap.MostFreed.Value.Live.Instances,
                heap.MostFreed.Value.Instances));
        Assert.Equal(0.02, heap.MostFreed.Value.LiveShare, 6);
        Assert.Equal(["byte[]", "app.Reply", "app.Task"], heap.Classes.Select(row => row.Type));
        Assert.Equal(1, heap.Classes[2].LiveShare);
        Assert.Equal((22_000L, (10_080 + 10_240) / 2L), (heap.AllBytes, heap.LiveBytes));
    }

    [Fact]
    public void Histogram_Json_KeepsItsSchema()
    {
        var (before, after) = (Sample("dropped-jdk17.histogram.txt.gz"), Sample("retaining-jdk17.histogram.txt.gz"));
        var (first, second) = (HeapOf("jvm", "dropped-jdk17.histogram.txt.gz"), HeapOf("jvm", "retaining-jdk17.histogram.txt.gz"));
        var (bounded, held) = (HeapOf("dotnet", "held-bounded.nettrace.gz"), HeapOf("dotnet", "held.nettrace.gz"));
        Assert.Equal(".NET", held.Owner);
        Action<Stream>[] writers =
        [
            output => HeapJson.Write(output, first, HeapOrder.Count),
            output => HeapJson.Write(output, held, HeapOrder.Count),
            output => HeapJson.Write(output, HeapComparison.Compare(first, second), HeapOrder.Bytes),
            output => HeapJson.Write(output, HeapComparison.Compare(bounded, held), HeapOrder.Bytes),
            output => HeapJson.Write(output, HeapPlunge.From([(after, before)]), 17, HeapOrder.Plunge),
        ];
        foreach (var write in writers)
        {
            using var output = new MemoryStream();
            write(output);
            Assert.Equal("", ContractSchema.Faults(System.Text.Encoding.UTF8.GetString(output.ToArray()), "unpause.heap-1.schema.json"));
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("Hello\n 1: 2 3\n")]
    [InlineData("  1:  99999999999999999999  1  app.A\n")]
    [InlineData("  1:  -5  1  app.A\n")]
    public void Histogram_TextWithoutRows_IsNotAHistogram(string text) => Assert.Null(OfText(text));

    [Fact]
    public void Histogram_HugeCounts_DoNotOverflow()
    {
        var histogram = OfText($"  1: {long.MaxValue} {long.MaxValue} app.A\n  2: {long.MaxValue} 5 app.A\n")!;
        Assert.Equal((long.MaxValue, long.MaxValue), (histogram.Instances, histogram["app.A"].Bytes));
    }

    [Fact]
    public void Histogram_CutAnywhere_IsReadUpToThere()
    {
        var bytes = System.Text.Encoding.UTF8.GetBytes(Jdk8);
        for (var length = 0; length < bytes.Length; length++)
        {
            using var stream = new MemoryStream(bytes, 0, length);
            if (HistogramReader.Read(stream) is { } histogram) Assert.InRange(histogram.Count, 1, 5);
        }
    }

    private static ClassHistogram? OfText(string text)
    {
        using var stream = new MemoryStream(System.Text.Encoding.UTF8.GetBytes(text));
        return HistogramReader.Read(stream);
    }

    private static HeapFile HeapOf(string runtime, string name) =>
        HeapFile.Read(RecordingInput.File(RepositoryFolder.File("samples", runtime, name)), out _)!;

    private static ClassHistogram Sample(string name)
    {
        using var file = File.OpenRead(RepositoryFolder.File("samples", "jvm", name));
        return HistogramReader.Read(file)!;
    }
}
