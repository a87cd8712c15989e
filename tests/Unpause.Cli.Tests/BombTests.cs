using System.Diagnostics;
using System.IO.Compression;
using System.Text;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>Packed inputs of 3 MB that unpack to 3 GB: reading them is given up early, which the report names.</summary>
public sealed class BombTests : IDisposable
{
    private const string LeftOutNote = "unpacked more than 100 times its size: the rest was left out";
    private const int BlockBytes = 64 * 1024 * 1024, Blocks = 46;
    private static readonly string Service = RepositoryFolder.File("samples", "requests", "service.upgc.gz");
    private static readonly string Spans = RepositoryFolder.File("samples", "requests", "spans.jsonl.gz");
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Report_GzipBomb_IsAbandonedAndNamed()
    {
        Write("bomb.log.gz", File.ReadAllBytes(RepositoryFolder.File("samples", "jvm", "dropped-g1-jdk17.log.gz")), "\n");
        RequireNote(4, "report", _folder["bomb.log.gz"], "--format", "json");
    }

    [Fact]
    public void Report_ZipBomb_IsAbandonedAndNamed()
    {
        using (var zip = ZipFile.Open(_folder["bomb.zip"], ZipArchiveMode.Create))
        using (var entry = zip.CreateEntry("gc.log", CompressionLevel.Fastest).Open())
        {
            entry.Write("[0.500s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->5M(64M) 2.345ms\n"u8);
            var nothing = new byte[1024 * 1024];
            nothing.AsSpan().Fill((byte)'\n');
            for (var i = 0; i < 300; i++) entry.Write(nothing);
        }

        RequireNote(4, "report", _folder["bomb.zip"], "--format", "json");
    }

    [Fact]
    public void Requests_GzipBomb_IsAbandonedAndNamed()
    {
        Write("bomb.log.gz", File.ReadAllBytes(Spans), "\n");
        RequireNote(4, "report", Service, "--requests", _folder["bomb.log.gz"], "--slow", "10ms", "--format", "json");
    }

    [Fact]
    public void Fill_GzipBomb_IsRefused()
    {
        Write("bomb.jsonl.gz", File.ReadAllBytes(Spans), "\n");
        RequireNote(2, "fill", _folder["bomb.jsonl.gz"], Service, "-o", _folder["filled.json"]);
        Assert.False(File.Exists(_folder["filled.json"]));
    }

    [Fact]
    public void StoredReport_GzipBomb_IsRefused()
    {
        var report = Encoding.UTF8.GetBytes(Cli.Unpause("report", Service, "--format", "json").Output);
        Write("bomb.json.gz", Packed(report), " ");
        var since = Stopwatch.GetTimestamp();
        var result = Cli.Unpause("report", _folder["bomb.json.gz"], "--format", "json");
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.InRange(Stopwatch.GetElapsedTime(since).TotalSeconds, 0, 60);
    }

    private static void RequireNote(int code, params string[] arguments)
    {
        var since = Stopwatch.GetTimestamp();
        var result = Cli.Unpause(arguments);
        Assert.True(result.ExitCode == code, result.ToString()[..Math.Min(result.ToString().Length, 4000)]);
        Assert.Contains(LeftOutNote, result.Output + result.Error, StringComparison.Ordinal);
        // Three gigabytes took at least 20 s; this takes 2 s.
        Assert.InRange(Stopwatch.GetElapsedTime(since).TotalSeconds, 0, 60);
    }

    /// <summary>A gzip file of a beginning and 46 members of 64 MB each, of the same text over and over.</summary>
    private void Write(string name, byte[] start, string line)
    {
        var block = new byte[BlockBytes];
        var text = Encoding.UTF8.GetBytes(line);
        for (var at = 0; at + text.Length <= block.Length; at += text.Length) text.CopyTo(block, at);
        block.AsSpan(block.Length / text.Length * text.Length).Fill((byte)' ');
        var member = Packed(block);
        using var file = File.Create(_folder[name]);
        file.Write(start);
        for (var i = 0; i < Blocks; i++) file.Write(member);
    }

    private static byte[] Packed(byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal)) gzip.Write(bytes);
        return packed.ToArray();
    }
}
