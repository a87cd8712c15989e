using System.IO.Compression;
using System.Text;
using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

public sealed class ReportCommandTests : IDisposable
{
    // Three collections of a JVM 17, as it prints them; the pauses add up to 5.5 ms.
    private const string Log =
        """
        [2026-01-02T03:04:05.000+0000][0.010s][info][gc,init] Version: 17.0.15+6 (release)
        [2026-01-02T03:04:05.001+0000][0.011s][info][gc     ] Using G1
        [2026-01-02T03:04:06.000+0000][1.010s][info][gc,start    ] GC(0) Pause Young (Normal) (G1 Evacuation Pause)
        [2026-01-02T03:04:06.001+0000][1.011s][info][gc          ] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 1.500ms
        [2026-01-02T03:04:07.001+0000][2.011s][info][gc          ] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 40M->5M(64M) 1.000ms
        [2026-01-02T03:04:08.001+0000][3.011s][info][gc          ] GC(2) Pause Full (System.gc()) 30M->3M(64M) 3.000ms

        """;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Report_Json_FollowsTheContractAndMatchesTheLog()
    {
        var result = Cli.Unpause("report", Written(), "--format", "json", "--events");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("", ContractSchema.Faults(result.Output));
        using var json = JsonDocument.Parse(result.Output);
        var process = json.RootElement.GetProperty("processes")[0];
        Assert.Equal(3, process.GetProperty("pauses").GetProperty("count").GetInt32());
        Assert.Equal(5.5, process.GetProperty("pauses").GetProperty("total_ms").GetDouble());
        Assert.Equal(1, process.GetProperty("collections").GetProperty("induced").GetInt32());
        Assert.Equal(3, process.GetProperty("events").GetArrayLength());
        Assert.Equal(3 * 1024 * 1024, process.GetProperty("heap").GetProperty("live_set_bytes").GetInt64());
    }

    [Fact]
    public void Report_Allocations_AreWrittenAsStacks()
    {
        var sample = RepositoryFolder.File("samples", "dotnet", "large-objects.nettrace.gz");
        var result = Cli.Unpause("report", sample, "--format", "folded", "-o", _folder["a.speedscope.json"], "-o", _folder["a.folded"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(File.ReadAllText(_folder["a.folded"]), result.Output);
        Assert.EndsWith(
            ";AllocatingProgram.Workload.Large;System.Byte[] (large) 1200040344", result.Output.Split('\n')[0], StringComparison.Ordinal);
        Assert.Contains("speedscope.app/file-format-schema.json", File.ReadAllText(_folder["a.speedscope.json"]), StringComparison.Ordinal);
    }

    [Fact]
    public void Report_StacksNotRecorded_NamesTheOptionThatRecordsThem()
    {
        var result = Cli.Unpause("report", Written(), "--format", "folded", "-o", _folder["a.speedscope.json"], "-o", _folder["a.md"]);
        Assert.Equal((2, ""), (result.ExitCode, result.Output));
        Assert.Contains("no allocation samples", result.Error, StringComparison.Ordinal);
        Assert.Contains("unpause record PID --jfr records them", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("DotNETRuntime", result.Error, StringComparison.Ordinal);
        Assert.Equal((false, true), (File.Exists(_folder["a.speedscope.json"]), File.Exists(_folder["a.md"])));
    }

    [Fact]
    public void Report_PathOnly_IsTheDefaultCommand()
    {
        var log = Written("holiday.jpg");
        Assert.Equal(Cli.Unpause("report", log).Output, Cli.Unpause(log).Output);
        Assert.Contains("(3 stop-the-world pauses)", Cli.Unpause(log).Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Report_GzipStdinFolderAndGlob_GiveTheSameReport()
    {
        var log = Written("a.log");
        File.WriteAllText(_folder["notes.txt"], "nothing to see");
        var packed = _folder.Write("packed", Packed(Encoding.UTF8.GetBytes(Log)));
        foreach (var result in new[]
        {
            Cli.Unpause(packed),
            Cli.UnpauseFed(Encoding.UTF8.GetBytes(Log), "-"),
            Cli.Unpause(_folder["*.log"]),
        })
        {
            Assert.True(result.ExitCode == 0, result.ToString());
            Assert.Contains("total 5.5 ms", result.Output, StringComparison.Ordinal);
        }

        File.Delete(packed);
        var folder = Cli.Unpause(_folder.Path);
        Assert.True(folder.ExitCode == 0, folder.ToString());
        Assert.Contains("total 5.5 ms", folder.Output, StringComparison.Ordinal);
        Assert.Equal("", folder.Error);
        Assert.True(File.Exists(log));
    }

    [Fact]
    public void Report_OutputExtension_SelectsTheFormat()
    {
        var result = Cli.Unpause(
            Written(), "-q", "-o", _folder["r.html"], "-o", _folder["r.json"], "-o", _folder["r.md"], "-o", _folder["r.txt"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("", result.Output);
        Assert.Contains("Content-Security-Policy", File.ReadAllText(_folder["r.html"]), StringComparison.OrdinalIgnoreCase);
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(_folder["r.json"])));
        Assert.StartsWith("# Pauses", File.ReadAllText(_folder["r.md"]), StringComparison.Ordinal);
        Assert.Contains("longest pause", File.ReadAllText(_folder["r.txt"]), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("max_pause>2.9ms", 1)]
    [InlineData("max_pause>3ms", 0)]
    [InlineData("throughput<99.9%", 1)]
    [InlineData("max_stop>1ms", 3)]
    [InlineData("max_pause>3", 2)]
    [InlineData("nonsense>3ms", 2)]
    public void Report_Budgets_SetTheExitCode(string budget, int expected)
    {
        var result = Cli.Unpause(Written(), "--fail-on", budget);
        Assert.True(result.ExitCode == expected, result.ToString());
        Assert.Equal(expected == 0, result.Error.Length == 0);
        if (expected == 2) Assert.Equal("", result.Output);
    }

    /// <summary>
    /// Pauses longer than any recording: their sum is a lower bound, the exit code reports damage, and no budget passes.
    /// </summary>
    [Fact]
    public void Report_PausesLongerThanAnyRecording_AreReportedAsDamaged()
    {
        var log = new StringBuilder("[0.011s][info][gc     ] Using G1\n");
        for (var i = 0; i < 110_000; i++)
        {
            log.Append(
                $"[{1 + i}.000s][info][gc          ] GC({i}) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 86400000.000ms\n");
        }

        var path = _folder.Write("days.log", Encoding.UTF8.GetBytes(log.ToString()));
        var report = Cli.Unpause(path);
        Assert.True(report.ExitCode == 4, report.ToString());
        Assert.Contains("at least 292 years", report.Output, StringComparison.Ordinal);
        Assert.Contains("longer than any recording", report.Output, StringComparison.Ordinal);
        Assert.Contains(
            "at least 292 years paused in total (110,000 stop-the-world pauses)", report.Output, StringComparison.Ordinal);
        var throughput = Cli.Unpause(path, "--fail-on", "throughput<95%");
        Assert.True(throughput.ExitCode == 3, throughput.ToString());
        var total = Cli.Unpause(path, "--fail-on", "total_pause>1h");
        Assert.True(total.ExitCode == 1, total.ToString());
        using var json = JsonDocument.Parse(Cli.Unpause(path, "--format", "json").Output);
        var pauses = json.RootElement.GetProperty("processes")[0].GetProperty("pauses");
        Assert.Equal(9_223_372_036_854.775807m, pauses.GetProperty("total_ms").GetDecimal());
        Assert.Equal(86_400_000m, pauses.GetProperty("mean_ms").GetDecimal());
        Assert.Equal(JsonValueKind.Null, pauses.GetProperty("throughput_percent").ValueKind);
    }

    [Fact]
    public void Report_DebugStatsOfDecades_AreLeftOutAsDamaged()
    {
        var text = string.Concat(Enumerable.Repeat(
            "gc: collecting generation 2...\ngc: objects in each generation: 8 701 5768\ngc: done, 5 unreachable, 0 "
            + "uncollectable, 3100000000.0s elapsed\n",
            4));
        var path = _folder.Write("debug.txt", Encoding.UTF8.GetBytes(text));
        var report = Cli.Unpause(path);
        Assert.True(report.ExitCode == 4, report.ToString());
        Assert.Contains("4 of the pauses are left out because of impossible times", report.Output, StringComparison.Ordinal);
        Assert.Contains("No pause could be read: a part of the recording is damaged", report.Output, StringComparison.Ordinal);
        var budget = Cli.Unpause(path, "--fail-on", "max_pause>200ms");
        Assert.True(budget.ExitCode == 3, budget.ToString());
    }

    [Fact]
    public void Report_UnreadableInputs_AreNamedAndCounted()
    {
        var garbage = _folder.Write("garbage", [.. Enumerable.Range(0, 5000).Select(i => (byte)(i * 7919))]);
        var partly = Cli.Unpause(Written(), garbage);
        Assert.True(partly.ExitCode == 4, partly.ToString());
        Assert.Contains("garbage: binary data", partly.Error, StringComparison.Ordinal);
        Assert.Contains("(3 stop-the-world pauses)", partly.Output, StringComparison.Ordinal);
        var nothing = Cli.Unpause(garbage);
        Assert.True(nothing.ExitCode == 2, nothing.ToString());
        Assert.Equal("", nothing.Output);
    }

    [Theory]
    [InlineData("", "empty")]
    [InlineData("hello\nworld\n", "12 bytes of text")]
    public void Report_NothingReadable_SaysWhatToType(string content, string expected)
    {
        var result = Cli.Unpause(_folder.Write("x.log", Encoding.UTF8.GetBytes(content)));
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.Contains(expected, result.Error, StringComparison.Ordinal);
        Assert.Contains("unpause run --", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Report_TruncatedGzip_ReportsThePartWithExitCode4()
    {
        var whole = Packed(Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(Log, 1))));
        var result = Cli.Unpause(_folder.Write("cut.gz", whole[..^12]));
        Assert.True(result.ExitCode == 4, result.ToString());
        Assert.Contains("stop-the-world pause", result.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--bogus")]
    [InlineData("/no/such/file")]
    [InlineData("run")]
    [InlineData("run", "python3")]
    [InlineData("lab", "nonesuch")]
    [InlineData("report")]
    public void Report_Mistakes_AreOneSentence(params string[] arguments)
    {
        var result = Cli.Unpause(arguments);
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.StartsWith("unpause: ", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", result.Error, StringComparison.Ordinal);
        Assert.Equal("", result.Output);
    }

    [Fact]
    public void Report_UnwritableOutput_IsReportedBeforeReading()
    {
        var result = Cli.Unpause(Written(), "-o", "/no/such/folder/r.html");
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.Contains("/no/such/folder/r.html cannot be written", result.Error, StringComparison.Ordinal);
        Assert.Equal("", result.Output);
    }

    [Fact]
    public void Report_FailedOutput_KeepsItsOldContent()
    {
        File.WriteAllText(_folder["r.html"], "old");
        var empty = _folder.Write("empty", []);
        Assert.Equal(2, Cli.Unpause(empty, "-o", _folder["r.html"], "-o", _folder["new.html"]).ExitCode);
        Assert.Equal("old", File.ReadAllText(_folder["r.html"]));
        Assert.False(File.Exists(_folder["new.html"]));
    }

    [Fact]
    public void Report_Pipe_GetsPlainText()
    {
        var result = Cli.Unpause(Written(), "-v");
        Assert.DoesNotContain('\u001b', result.Output);
        Assert.All(result.Output.Split('\n'), line => Assert.True(line.Length <= 100, line));
    }

    [Fact]
    public void Help_Commands_AllWork()
    {
        var help = Cli.Unpause("--help");
        Assert.Equal(0, help.ExitCode);
        foreach (var command in new[] { "report", "run", "lab" })
        {
            Assert.Contains($"  {command} ", help.Output, StringComparison.Ordinal);
            Assert.Equal(0, Cli.Unpause(command, "--help").ExitCode);
        }

        Assert.DoesNotContain("Unpause.Cli", help.Output, StringComparison.Ordinal);
    }

    private string Written(string name = "gc.log") => _folder.Write(name, Encoding.UTF8.GetBytes(Log));

    private static byte[] Packed(byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Fastest)) gzip.Write(bytes);
        return packed.ToArray();
    }
}
