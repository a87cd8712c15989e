using System.Diagnostics;
using Unpause.Recordings;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports;
using Unpause.Reports.Pprof;
using Unpause.Tests.Readers.Go.Profiles;

namespace Unpause.Tests.Reports.Pprof;

/// <summary>Profiles that are written: read again by our reader, and by go tool pprof where Go is installed.</summary>
public sealed class PprofReportWriterTests : IDisposable
{
    private readonly string _file = Path.Combine(Path.GetTempPath(), $"unpause-{Guid.NewGuid():N}.pb.gz");

    public static TheoryData<string> Recordings =>
    [
        "samples/go/profiles/go1.26/heap.pb.gz", "samples/dotnet/large-objects.nettrace.gz", "samples/jvm/timed-g1-jdk25.jfr.gz",
    ];

    public void Dispose() => File.Delete(_file);

    [Fact]
    public void Pprof_WrittenGoProfile_IsReadBackUnchanged()
    {
        var before = Load("samples/go/profiles/go1.26/heap.pb.gz");
        var written = Written(before);
        var after = Assert.Single(RuntimeTable.Default.Load([new RecordingInput("unknown", () => new MemoryStream(written))]).Recordings);
        Assert.Equal(Sites(before), Sites(after));
        Assert.Equal(
            before.LiveHeap!.Sites.Select(site => (string.Join(';', site.Stack), site.Bytes, site.Objects)),
            after.LiveHeap!.Sites.Select(site => (string.Join(';', site.Stack), site.Bytes, site.Objects)));
        Assert.Equal(written, Written(before));

        static IEnumerable<(string, long, long?)> Sites(Recording recording) =>
            recording.Allocations!.Sites.Select(site => (string.Join(';', site.Stack), site.Bytes, site.Objects));
    }

    [GoTheory]
    [MemberData(nameof(Recordings))]
    public void Pprof_Allocations_HaveTheSumsOfTheTool(string path)
    {
        var recording = Load(path);
        File.WriteAllBytes(_file, Written(recording));
        var top = Pprof("alloc_space");
        var sites = recording.Allocations!.Sites.Select(
            site => (site.Stack.Count > 0 ? site.Stack : [site.Type ?? "other call sites"], site.Bytes));
        Assert.Equal(Rows(PprofTop.Of(sites)), Rows(top));
        Assert.Equal(recording.Allocations.Sites.Sum(site => site.Bytes), top.Values.Sum(row => row.Flat));
    }

    [GoTheory]
    [InlineData("samples/cpu/go-1.19.perf.txt.gz")]
    [InlineData("samples/go/profiles/go1.26/cpu.pb.gz")]
    public void Pprof_CpuSamples_HaveTheSumsOfTheTool(string path)
    {
        var recording = Load(path);
        File.WriteAllBytes(_file, Written(recording));
        var top = Pprof("cpu_samples");
        var stacks = recording.CpuSamples!.Stacks(int.MaxValue).Select(stack => (stack.Frames, stack.Samples));
        Assert.Equal(Rows(PprofTop.Of(stacks)), Rows(top));
        Assert.Equal(recording.CpuSamples.Samples, top.Values.Sum(row => row.Flat));
    }

    /// <summary>Rows in the order of their names, of which pprof's table tells those without blanks whole.</summary>
    private static IEnumerable<KeyValuePair<string, (long Flat, long Whole)>> Rows(Dictionary<string, (long Flat, long Whole)> top) =>
        top.Where(row => !row.Key.Contains(' ', StringComparison.Ordinal)).OrderBy(row => row.Key, StringComparer.Ordinal);

    private static Recording Load(string path) => Assert.Single(Samples.Load(path.Split('/')));

    private static byte[] Written(Recording recording)
    {
        using var output = new MemoryStream();
        var (document, timeline) = Report.Create([recording]).Finish();
        new PprofReportWriter().Write(document, timeline, output);
        return output.ToArray();
    }

    private Dictionary<string, (long Flat, long Whole)> Pprof(string type)
    {
        string[] arguments =
        [
            "tool", "pprof", "-top", "-unit=B", "-nodefraction=0", "-nodecount=1000000", "-symbolize=none", $"-sample_index={type}", _file,
        ];
        var start = new ProcessStartInfo(GoTheoryAttribute.Go, arguments)
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        var errors = process.StandardError.ReadToEndAsync();
        var text = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, errors.Result);
        return PprofTop.Read(text);
    }
}
