using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Trends;

public sealed class TrendCommandTests : IDisposable
{
    private static readonly string Nights = RepositoryFolder.File("web", "fixtures", "documents", "nights");

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Trend_Folder_NamesTheWorstNightIn80Columns()
    {
        var result = Cli.UnpauseIn(".", new Dictionary<string, string?> { ["COLUMNS"] = "80" }, "trend", Nights);
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        Assert.StartsWith("2026-11-21 was", result.Output, StringComparison.Ordinal);
        Assert.Contains("changed  2026-11-19: JVM 21.0.4+7-LTS (release) →", result.Output, StringComparison.Ordinal);
        Assert.All(result.Output.Split('\n'), line => Assert.True(line.Length <= 80, line));
    }

    [Fact]
    public void Trend_StoredReports_EqualTheirRecordings()
    {
        foreach (var night in new[] { "2026-11-18", "2026-11-19", "2026-11-21" })
            Assert.Equal(0, Cli.Unpause("report", Path.Combine(Nights, $"{night}.log"), "-q", "-o", _folder[$"{night}.json"]).ExitCode);
        var stored = Runs(Cli.Unpause("trend", Path.Combine(_folder.Path, "*.json"), "--format", "json"));
        var recorded = Runs(Cli.Unpause(
            "trend", Path.Combine(Nights, "2026-11-18.log"), Path.Combine(Nights, "2026-11-19.log"), Path.Combine(Nights, "2026-11-21.log"),
            "--format", "json"));
        Assert.Equal(3, stored.Count);
        Assert.Equal(recorded, stored);
    }

    [Fact]
    public void Trend_Outputs_Agree()
    {
        string[] files = [_folder["t.html"], _folder["t.json"], _folder["t.txt"]];
        var result = Cli.Unpause(["trend", Nights, .. files.SelectMany(file => new[] { "-o", file })]);
        Assert.Equal(0, result.ExitCode);
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(files[1]), "unpause.trend-1.schema.json"));
        Assert.All(files, file => Assert.Contains("2026-11-21 was", File.ReadAllText(file), StringComparison.Ordinal));
        Assert.True(EmbeddedDocument.IsOf(files[0], files[1]));
        Assert.Equal(result.Output, File.ReadAllText(files[2]));
    }

    [Fact]
    public void Trend_DamagedReport_IsListedAndTheExitCodeIs4()
    {
        File.Copy(Path.Combine(Nights, "2026-11-20.log"), _folder["good.log"]);
        File.WriteAllText(_folder["bad.json"], "{\"schema\": \"unpause.report/1\", \"processes\": [");
        File.WriteAllText(_folder["notes.md"], "Nothing to see here.");
        var result = Cli.Unpause("trend", _folder.Path, "--format", "json");
        Assert.Equal(4, result.ExitCode);
        Assert.Contains("skipped 1 other file", result.Error, StringComparison.Ordinal);
        using var json = JsonDocument.Parse(result.Output);
        var unread = Assert.Single(json.RootElement.GetProperty("unread").EnumerateArray());
        Assert.EndsWith("bad.json", unread.GetProperty("name").GetString(), StringComparison.Ordinal);
        Assert.StartsWith("is damaged", unread.GetProperty("reason").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Trend_NothingWithATime_IsRefusedWithTheReason()
    {
        var result = Cli.Unpause("trend", RepositoryFolder.File("samples", "jvm", "g1-jdk17.log"));
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("not recorded", result.Error, StringComparison.Ordinal);
        Assert.Equal(2, Cli.Unpause("trend", _folder["none.json"]).ExitCode);
        Assert.Equal(2, Cli.Unpause("trend", Nights, "-o", _folder["t.pdf"]).ExitCode);
    }

    /// <summary>The runs without the names of their files.</summary>
    private static List<string> Runs(Cli.Result result)
    {
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        using var json = JsonDocument.Parse(result.Output);
        return
        [
            .. json.RootElement.GetProperty("runs").EnumerateArray().Select(run => string.Join(' ', run.EnumerateObject()
                .Where(member => member.Name is not "name").Select(member => $"{member.Name} {member.Value.GetRawText()}"))),
        ];
    }
}
