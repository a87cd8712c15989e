using System.IO.Compression;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Outputs;

/// <summary>What a second recording does to the files of the first, and how fill packs what it writes.</summary>
public sealed class OldContentTests : IDisposable
{
    private static readonly string Spans = RepositoryFolder.File("samples", "requests", "spans.jsonl.gz");
    private static readonly string Service = RepositoryFolder.File("samples", "requests", "service.upgc.gz");

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void DefaultPage_Exists_StaysAndTheNewOneHasTheNextFreeName()
    {
        File.WriteAllText(_folder["unpause-report.html"], "first");
        Directory.CreateDirectory(_folder["unpause-report-2.html"]);
        var result = Run("run -- python3 -c 'import gc; gc.collect()'");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("wrote unpause-report-3.html (unpause-report.html exists)\n", result.Error, StringComparison.Ordinal);
        Assert.Equal("first", File.ReadAllText(_folder["unpause-report.html"]));
        Assert.Contains("unpause.report/", File.ReadAllText(_folder["unpause-report-3.html"]), StringComparison.Ordinal);
    }

    [Fact]
    public void NamedOutput_OfARecordingThatExists_IsKeptAsOld()
    {
        File.WriteAllText(_folder["r.json"], "first");
        File.WriteAllText(_folder["r.json.old"], "older");
        var result = Run("run -o r.json -- python3 -c 'import gc; gc.collect()'");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("r.json.old)\n", result.Error, StringComparison.Ordinal);
        Assert.Equal("first", File.ReadAllText(_folder["r.json.old"]));
        Assert.StartsWith("{", File.ReadAllText(_folder["r.json"]), StringComparison.Ordinal);
        Assert.Equal(2, Directory.GetFileSystemEntries(_folder.Path).Length);
    }

    /// <summary>A report can be made again, so its old file is replaced.</summary>
    [Fact]
    public void NamedOutput_OfAReportThatExists_IsReplaced()
    {
        File.WriteAllText(_folder["r.json"], "first");
        var result = Run($"report {Service} -o r.json");
        Assert.Contains("wrote r.json\n", result.Error, StringComparison.Ordinal);
        Assert.Equal([_folder["r.json"]], Directory.GetFileSystemEntries(_folder.Path));
    }

    [Theory]
    [InlineData("filled.json", false)]
    [InlineData("filled.jsonl.gz", true)]
    public void Fill_OutputFile_IsPackedAsItsNameSays(string name, bool packed)
    {
        foreach (var traces in (string[])[Spans, Unpacked()])
        {
            var result = Run($"fill {traces} {Service} -o {name}");
            Assert.True(result.ExitCode == 0, result.ToString());
            var bytes = File.ReadAllBytes(_folder[name]);
            Assert.Equal(packed, bytes is [0x1F, 0x8B, ..]);
            using Stream content = packed ? new GZipStream(new MemoryStream(bytes), CompressionMode.Decompress) : new MemoryStream(bytes);
            using var text = new StreamReader(content);
            Assert.Contains("GC pause", text.ReadToEnd(), StringComparison.Ordinal);
        }
    }

    private string Unpacked()
    {
        using var packed = new GZipStream(File.OpenRead(Spans), CompressionMode.Decompress);
        using var file = File.Create(_folder["spans.jsonl"]);
        packed.CopyTo(file);
        return _folder["spans.jsonl"];
    }

    private Cli.Result Run(string arguments) => Cli.Program(_folder.Path, "sh", "-c", $"{Cli.InShell} {arguments}");
}
