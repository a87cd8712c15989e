using System.Text.Json;

namespace Unpause.Tests;

public class ExplainCommandTests
{
    [Theory]
    [InlineData("80")]
    [InlineData("120")]
    public void ARuleIsExplainedWithinTheWidth(string columns)
    {
        var result = Cli.UnpauseIn(
            RepositoryFolder.Root, new Dictionary<string, string?> { ["COLUMNS"] = columns }, "explain", "blocking-gen2");
        Assert.Equal(0, result.ExitCode);
        Assert.Equal("", result.Error);
        Assert.StartsWith("blocking-gen2 (.NET)\n", result.Output, StringComparison.Ordinal);
        Assert.Contains("50 ms  a long pause: ", result.Output, StringComparison.Ordinal);
        Assert.Contains("unpause record PID\n", result.Output, StringComparison.Ordinal);
        // A switch is to be copied, so it alone may be longer.
        var limit = int.Parse(columns);
        var lines = result.Output.Split('\n').Where(line => !line.Contains("DOTNET_", StringComparison.Ordinal));
        Assert.All(lines, line => Assert.True(line.Length <= limit, line));
        Assert.DoesNotContain(result.Output.Split('\n'), line => line.EndsWith(' '));
    }

    [Fact]
    public void AllRulesAreListedByRuntime()
    {
        var result = Cli.Unpause("explain");
        Assert.Equal(0, result.ExitCode);
        var headings = result.Output.Split('\n').Where(line => line.Length > 0 && !line.StartsWith(' '));
        Assert.Equal([".NET", "JVM", "Go", "CPython"], headings.Take(4));
        Assert.Contains("\n  futile-collections\n", result.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("blocking-gen", "blocking-gen2")]
    [InlineData("futil-colections", "futile-collections")]
    [InlineData("humongous", "humongous-allocation")]
    public void AnUnknownIdNamesTheNearest(string typed, string nearest)
    {
        var result = Cli.Unpause("explain", typed);
        Assert.Equal(2, result.ExitCode);
        Assert.Equal("", result.Output);
        Assert.Contains($"unpause explain {nearest}", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("defect", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void JsonHasEveryRuleWithItsThresholds()
    {
        using var json = JsonDocument.Parse(Cli.Unpause("explain", "--format", "json").Output);
        Assert.Equal("unpause.rules/1", json.RootElement.GetProperty("schema").GetString());
        var rules = json.RootElement.GetProperty("rules").EnumerateArray().ToList();
        var starved = rules.Single(rule => rule.GetProperty("id").GetString() == "starved-collector");
        Assert.Contains(
            starved.GetProperty("thresholds").EnumerateArray(),
            threshold => threshold.GetProperty("value").GetDouble() == 80 && threshold.GetProperty("unit").GetString() == "percent");
        Assert.Equal(rules.Count, rules.Select(rule => rule.GetProperty("id").GetString()).Distinct().Count());
    }

    [Fact]
    public void ASettingIsExplainedByItsName()
    {
        var result = Cli.Unpause("explain", "maxgcpausemillis");
        Assert.Equal(0, result.ExitCode);
        Assert.StartsWith("-XX:MaxGCPauseMillis=NUMBER\n", result.Output, StringComparison.Ordinal);
        Assert.Contains("\ncollectors\n  G1, Parallel\n", result.Output, StringComparison.Ordinal);
        Assert.Contains("unpause explain MaxGCPauseMillis", Cli.Unpause("explain", "MaxGCPauseMilis").Error, StringComparison.Ordinal);
        var both = Cli.Unpause("explain", "UseZGC", "--settings");
        Assert.Contains("unpause explain UseZGC explains one", both.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("80")]
    [InlineData("120")]
    public void AllSettingsAreListedWithinTheWidth(string columns)
    {
        var result = Cli.UnpauseIn(
            RepositoryFolder.Root, new Dictionary<string, string?> { ["COLUMNS"] = columns }, "explain", "--settings");
        Assert.Equal(0, result.ExitCode);
        Assert.Contains("\n  -XX:+UseZGC\n", result.Output, StringComparison.Ordinal);
        Assert.All(result.Output.Split('\n'), line => Assert.True(line.Length <= int.Parse(columns), line));
    }

    [Fact]
    public void JsonHasEverySettingWithItsVersions()
    {
        using var json = JsonDocument.Parse(Cli.Unpause("explain", "--settings", "--format", "json").Output);
        Assert.Equal("unpause.settings/1", json.RootElement.GetProperty("schema").GetString());
        var zgc = json.RootElement.GetProperty("settings").EnumerateArray()
            .Single(setting => setting.GetProperty("name").GetString() == "UseZGC");
        Assert.Equal("JDK 15 and later", zgc.GetProperty("versions").GetString());
        Assert.Equal("JDK 11 to 14 with -XX:+UnlockExperimentalVMOptions", zgc.GetProperty("versions_unlocked").GetString());
    }
}
