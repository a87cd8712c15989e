using System.Text;
using Unpause.Recordings.Histograms;
using Unpause.Recordings.Readers;
using Unpause.Reports.Heap;

namespace Unpause.Tests.Histograms;

/// <summary>What dotnet-gcdump report prints.</summary>
public class GcDumpReportTests
{
    private const string Header = "   Object Bytes     Count  Type\n";

    /// <summary>Types without their size classes, objects, and size times count, by a script over the text.</summary>
    [Theory]
    [InlineData("http-client.txt", 4, 2_293, 38_218_920, 39_114_093, 13_633)]
    [InlineData("invoices.txt", 2, 2, 392_716, 1_397_379, 15_849)]
    [InlineData("maui.txt", 5, 28, 112_328, 2_530_744, 38_658)]
    [InlineData("windows-app.txt", 2, 24, 104_314_208, 112_123_723, 101_861)]
    public void GcDumpReport_Rows_HaveExactCounts(string file, int types, long objects, long bytes, long heapBytes, long heapObjects)
    {
        var report = Read(Text(file))!;
        Assert.Equal((types, objects, bytes), (report.Histogram.Count, report.Histogram.Instances, report.Histogram.Bytes));
        Assert.Equal((heapBytes, heapObjects), (report.HeapBytes, report.HeapObjects));
    }

    [Fact]
    public void GcDumpReport_SizeClassesOfAType_AreOneType()
    {
        var histogram = Read(Text("http-client.txt"))!.Histogram;
        Assert.Equal(new ClassCount("System.Byte[]", 196, (200_024L * 190) + (16_408 * 6)), histogram["System.Byte[]"]);
    }

    /// <summary>The separators of the machine's culture: blanks that do not break, narrow ones, points, groups of two digits.</summary>
    [Theory]
    [InlineData("39\u00a0114\u00a0093", "1\u00a0190")]
    [InlineData("39\u202f114\u202f093", "1\u202f190")]
    [InlineData("39.114.093", "1.190")]
    [InlineData("39 114 093", "1 190")]
    [InlineData("3,91,14,093", "1,190")]
    public void GcDumpReport_OtherCultures_HaveTheSameNumbers(string bytes, string count)
    {
        var report = Read($"  {bytes}  GC Heap bytes\n\n{Header}      {bytes}     {count}  A.B (Bytes > 1K)  [a.dll]\n")!;
        Assert.Equal((39_114_093, new ClassCount("A.B", 1_190, 1_190 * 39_114_093L)), (report.HeapBytes, report.Histogram["A.B"]));
    }

    [Fact]
    public void GcDumpReport_FileOfHeap_IsOfDotNet()
    {
        var heap = HeapFile.Read(RecordingInput.File(FileOf("http-client.txt")), out _)!;
        Assert.Equal(".NET", heap.Owner);
        using var output = new MemoryStream();
        HeapJson.Write(output, heap, HeapOrder.Bytes);
        var json = Encoding.UTF8.GetString(output.ToArray());
        Assert.Equal("", ContractSchema.Faults(json, "unpause.heap-1.schema.json"));
        Assert.Contains("39114093", json, StringComparison.Ordinal);
    }

    /// <summary>The application's own type is found among the platform's by the modules.</summary>
    [Fact]
    public void GcDumpReport_TwoReports_DifferInTheApplicationsType()
    {
        var before = Read(Header + " 24  10  Entry  [System.Private.CoreLib.dll]\n 100  10  Shop.Order  [Shop.dll]\n")!;
        var after = Read(Header + " 24  9,010  Entry  [System.Private.CoreLib.dll]\n 100  510  Shop.Order  [Shop.dll]\n")!;
        var comparison = HistogramComparison.Compare(before.Histogram, after.Histogram);
        Assert.Equal(("Shop.Order", 500L), (comparison.OwnMost!.Value.Type, comparison.OwnMost.Value.Instances));
    }

    [Theory]
    [InlineData("")]
    [InlineData("  1,000  GC Heap bytes\n")]
    [InlineData("Unhandled exception: the process does not exist\n")]
    public void GcDumpReport_TextWithoutTable_IsNone(string text) => Assert.Null(Read(text));

    [Fact]
    public void GcDumpReport_HugeNumbers_DoNotOverflow()
    {
        var report = Read($"{Header} {long.MaxValue - 10}  5  A\n 99999999999999999999  1  B\n {long.MaxValue / 2}  5  A\n")!;
        Assert.Equal((1, long.MaxValue), (report.Histogram.Count, report.Histogram.Bytes));
    }

    [Fact]
    public void GcDumpReport_CutAnywhereAndCarriageReturns_AreReadUpToThere()
    {
        var text = Text("http-client.txt");
        for (var length = 0; length <= text.Length; length++)
        {
            if (Read(text[..length]) is { } report) Assert.InRange(report.Histogram.Count, 0, 5);
        }

        Assert.Equal(Read(text)!.Histogram.Bytes, Read(text.ReplaceLineEndings("\r\n"))!.Histogram.Bytes);
    }

    private static GcDumpReport? Read(string text)
    {
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(text));
        return GcDumpReport.Read(stream, type => type.StartsWith("System.", StringComparison.Ordinal));
    }

    private static string Text(string file) => File.ReadAllText(FileOf(file));

    private static string FileOf(string file) =>
        RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "dotnet", "gcdump", file);
}
