using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

public sealed class CompareCommandTests : IDisposable
{
    private static readonly string Retaining = RepositoryFolder.File("samples", "jvm", "retaining-g1-jdk17.log.gz");
    private static readonly string Dropped = RepositoryFolder.File("samples", "jvm", "dropped-g1-jdk17.log.gz");
    private static readonly string Catalog = RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace");

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Compare_StoredReport_EqualsItsRecording()
    {
        Assert.Equal(0, Cli.Unpause("report", Retaining, "-q", "-o", _folder["before.json"]).ExitCode);
        var stored = Cli.Unpause("compare", _folder["before.json"], Dropped);
        var recorded = Cli.Unpause("compare", Retaining, Dropped);
        Assert.Equal((0, ""), (recorded.ExitCode, recorded.Error));
        // 4.9 of 25.6 s and 39.5 ms of 25.2 s, as in the two reports.
        Assert.StartsWith("Better in these two runs: GC time 19.2 % → 0.16 %", recorded.Output, StringComparison.Ordinal);
        Assert.Contains("measured −19: as predicted", recorded.Output, StringComparison.Ordinal);
        Assert.Contains("One run each: run-to-run variance is unknown", recorded.Output, StringComparison.Ordinal);
        Assert.Equal(AfterTheNames(recorded.Output), AfterTheNames(stored.Output));
    }

    [Fact]
    public void Compare_Folder_FilesAndSubfoldersAreRuns()
    {
        for (var run = 1; run <= 4; run++)
        {
            Copy(Retaining, $"flat/{run}.log.gz");
            Copy(Retaining, $"nested/{run}/gc.log.gz");
            Copy(Dropped, $"after/{run}.log.gz");
        }

        foreach (var before in new[] { _folder["flat"], _folder["nested"], Path.Combine(_folder["flat"], "*.gz"), _folder["nested/?"] })
        {
            var result = Cli.Unpause("compare", before, _folder["after"], "--format", "json");
            Assert.Equal((0, ""), (result.ExitCode, result.Error));
            Assert.Equal("", ContractSchema.Faults(result.Output, "unpause.comparison-1.schema.json"));
            using var json = JsonDocument.Parse(result.Output);
            Assert.Equal("runs", json.RootElement.GetProperty("basis").GetString());
            Assert.Equal("better", json.RootElement.GetProperty("outcome").GetString());
            Assert.Equal(4, json.RootElement.GetProperty("before").GetProperty("runs").GetArrayLength());
        }
    }

    [Fact]
    public void Compare_Outputs_Agree()
    {
        string[] files = [_folder["c.html"], _folder["c.json"], _folder["c.md"], _folder["c.txt"]];
        var result = Cli.Unpause(["compare", Retaining, Dropped, .. files.SelectMany(file => new[] { "-o", file })]);
        Assert.Equal(0, result.ExitCode);
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(files[1]), "unpause.comparison-1.schema.json"));
        Assert.All(files, file => Assert.Contains("Better in these two runs", File.ReadAllText(file), StringComparison.Ordinal));
        Assert.True(EmbeddedDocument.IsOf(files[0], files[1]));
        Assert.DoesNotContain("--all", File.ReadAllText(files[0]), StringComparison.Ordinal);
        Assert.Contains("--all", File.ReadAllText(files[3]), StringComparison.Ordinal);
    }

    [Fact]
    public void Compare_FailOn_NeedsMoreThanNoise()
    {
        var worse = Cli.Unpause("compare", Dropped, Retaining, "--fail-on", "stopped_percent +10%");
        Assert.Equal(1, worse.ExitCode);
        Assert.StartsWith(
            "unpause: broken: stopped_percent +10%: GC time 0.16 % → 19.2 %", worse.Error, StringComparison.Ordinal);
        Assert.Equal(0, Cli.Unpause("compare", Retaining, Dropped, "--fail-on", "stopped_percent +10%").ExitCode);
        Assert.Equal(1, Cli.Unpause("compare", Retaining, Dropped, "--fail-on", "stopped_percent -10%").ExitCode);
        // With one run each there is no interval of the longest pause.
        var unjudged = Cli.Unpause("compare", Dropped, Retaining, "--fail-on", "max_pause +10%");
        Assert.Equal(3, unjudged.ExitCode);
        Assert.Contains("this cannot be judged: one run", unjudged.Error, StringComparison.Ordinal);
        var unknown = Cli.Unpause("compare", Dropped, Retaining, "--fail-on", "p98_pause +10%");
        Assert.Equal(2, unknown.ExitCode);
        Assert.Contains("did you mean p9", unknown.Error, StringComparison.Ordinal);
        Assert.Equal(2, Cli.Unpause("compare", Dropped, Retaining, "--fail-on", "max_pause>10ms").ExitCode);
    }

    [Fact]
    public void Compare_NotComparable_IsRefused()
    {
        var go = Cli.Unpause("compare", Retaining, Catalog);
        Assert.Equal((3, ""), (go.ExitCode, go.Output));
        Assert.StartsWith("unpause: JVM and Go cannot be compared: their collectors work differently", go.Error, StringComparison.Ordinal);
        var nothing = Cli.Unpause("compare", Retaining, RepositoryFolder.File("README.md"));
        Assert.Equal((2, ""), (nothing.ExitCode, nothing.Output));
        Assert.Equal(2, Cli.Unpause("compare", Retaining).ExitCode);
        Assert.Equal(2, Cli.Unpause("compare", Retaining, Dropped, "--before-requests", Retaining).ExitCode);
        File.WriteAllText(_folder["short.log"], "[0.001s][info][gc] Using G1\n");
        var brief = Cli.Unpause("compare", Retaining, _folder["short.log"]);
        Assert.Equal(3, brief.ExitCode);
        Assert.StartsWith("Not enough data to judge (the recording after is too short)", brief.Output, StringComparison.Ordinal);
    }

    private void Copy(string file, string name)
    {
        var path = Path.Combine(_folder.Path, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.Copy(file, path);
    }

    private static string AfterTheNames(string output) => output[output.IndexOf("────", StringComparison.Ordinal)..];
}
