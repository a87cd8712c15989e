using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Cycles;

/// <summary><c>unpause run --cycles</c>: pauses and the cycles that make them necessary, of one process.</summary>
[Trait("Tier", "live")]
public sealed class RunCyclesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void RunCycles_Finding_MatchesUnpauseCycles()
    {
        var (kept, json, page) = (_folder["kept"], _folder["r.json"], _folder["r.html"]);
        var result = Cli.Unpause(
            "run", "--cycles", "--keep", kept, "-o", json, "-o", page, "--env", "FILMS=20000", "--env", "REQUESTS=300", "--",
            "/usr/bin/python3", RepositoryFolder.File("samples", "python", "cycles", "recommendations.py"));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("served\n", result.Output);
        Assert.Contains("cyclic-garbage", result.Error, StringComparison.Ordinal);
        using var report = JsonDocument.Parse(File.ReadAllText(json));
        var finding = Assert.Single(
            report.RootElement.GetProperty("findings").EnumerateArray(), each => each.GetProperty("id").GetString() == "cyclic-garbage");
        var evidence = finding.GetProperty("evidence").EnumerateArray().ToDictionary(each => each.GetProperty("key").GetString()!);
        Assert.Matches(@"^StepSnapshot\.\w+ → StepSnapshot\.\w+ → StepSnapshot$", evidence["cycle_path"].GetProperty("text").GetString());
        using var cycles = JsonDocument.Parse(Cli.Unpause("cycles", kept, "--format", "json").Output);
        Assert.Equal(
            cycles.RootElement.GetProperty("groups")[0].GetProperty("share_percent").GetDouble(),
            evidence["cycle_share_percent"].GetProperty("value").GetDouble(), 1);
        Assert.Contains("StepSnapshot", File.ReadAllText(page), StringComparison.Ordinal);
        // Reading the kept files gives the same.
        Assert.Contains("cyclic-garbage", Cli.Unpause("report", kept).Output, StringComparison.Ordinal);
        var note = Assert.Single(report.RootElement.GetProperty("processes")[0].GetProperty("source").GetProperty("coverage")
            .GetProperty("notes").EnumerateArray()).GetProperty("text").GetString();
        Assert.Contains("outside the recorded pauses", note, StringComparison.Ordinal);
    }

    [Fact]
    public void RunCycles_NoSamples_NamesTheNextCommand()
    {
        var result = Cli.Unpause("report", RepositoryFolder.File("samples", "python", "recommend-default.upgc"), "--verbose");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("not judged: cyclic-garbage", result.Output, StringComparison.Ordinal);
        Assert.Contains("unpause run --cycles -- CMD", result.Output, StringComparison.Ordinal);
    }
}
