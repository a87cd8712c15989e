using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

public class ExplainCommandTests
{
    [Theory]
    [InlineData("80")]
    [InlineData("120")]
    public void Explain_Rule_FitsTheWidth(string columns)
    {
        var result = Cli.UnpauseIn(
            RepositoryFolder.Root, new Dictionary<string, string?> { ["COLUMNS"] = columns }, "explain", "blocking-gen2");
        Assert.Equal(0, result.ExitCode);
        Assert.Equal("", result.Error);
        Assert.StartsWith("blocking-gen2 (.NET)\n", result.Output, StringComparison.Ordinal);
        Assert.Contains("50 ms  a long pause: ", result.Output, StringComparison.Ordinal);
        Assert.Contains("unpause record PID\n", result.Output, StringComparison.Ordinal);
        // A switch is for copying: it is never wrapped.
        var limit = int.Parse(columns);
        var lines = result.Output.Split('\n').Where(line => !line.Contains("DOTNET_", StringComparison.Ordinal));
        Assert.All(lines, line => Assert.True(line.Length <= limit, line));
        Assert.DoesNotContain(result.Output.Split('\n'), line => line.EndsWith(' '));
    }

    [Fact]
    public void Explain_NoWord_ListsRulesByRuntime()
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
    [InlineData("humongous-alloc", "humongous-allocation")]
    public void Explain_UnknownId_SuggestsTheNearest(string typed, string nearest)
    {
        var result = Cli.Unpause("explain", typed);
        Assert.Equal(2, result.ExitCode);
        Assert.Equal("", result.Output);
        Assert.Contains($"unpause explain {nearest}", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("bug in unpause", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Explain_Json_HasEveryRuleWithThresholds()
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
    public void Explain_Setting_ByItsNames()
    {
        var result = Cli.Unpause("explain", "maxgcpausemillis");
        Assert.Equal(0, result.ExitCode);
        Assert.StartsWith("MaxGCPauseMillis (JVM)\n", result.Output, StringComparison.Ordinal);
        Assert.Contains("\n  command line  -XX:MaxGCPauseMillis=100\n", result.Output, StringComparison.Ordinal);
        Assert.Contains("\ncollectors\n  G1, Parallel\n", result.Output, StringComparison.Ordinal);
        Assert.Equal(result.Output, Cli.Unpause("explain", "-XX:MaxGCPauseMillis").Output);
        Assert.Contains("unpause explain MaxGCPauseMillis", Cli.Unpause("explain", "MaxGCPauseMilis").Error, StringComparison.Ordinal);
        var both = Cli.Unpause("explain", "UseZGC", "--settings");
        Assert.Contains("for one of them: unpause explain UseZGC", both.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("DOTNET_GCgen0size", "GCgen0size (.NET)\n", "trades\n")]
    [InlineData("System.GC.Gen0Size", "GCgen0size (.NET)\n", "hexadecimal\n")]
    [InlineData("DOTNET_GCHeapCount=16", "GCHeapCount (.NET)\n", "\n16 is 22, because it is read as hexadecimal; 16 is written 0x10\n")]
    [InlineData("GOGC", "GOGC (Go)\n", "\nunpause tune tries\n  50; 200; 400\n")]
    [InlineData("gc.freeze", "gc.freeze (CPython)\n", "CPython 3.7 and later")]
    [InlineData("p99_pause", "p99_pause\n", "\n  stops.gc_stops.p99_ms, else pauses.p99_ms\n")]
    [InlineData("P_VALUE", "p_value\n", "\n  --fail-on 'p_value>0.05'\n")]
    [InlineData("heap.live_set_bytes", "heap.live_set_bytes\n", "\nin heap\n")]
    [InlineData("time to safepoint", "time to safepoint\n", "until all threads have stopped")]
    [InlineData("STW", "STW\n", "all threads of the application")]
    [InlineData("full gc", "full gc\n", "full-collections")]
    [InlineData("to-space exhausted", "to-space exhausted\n", "evacuation-failure")]
    [InlineData("assist", "assist\n", "assist-bound-requests")]
    [InlineData("Futile-Collections", "futile-collections (CPython)\n", "thresholds\n")]
    public void Explain_AnyWord_FindsRuleSettingOrNumber(string word, string begins, string contains)
    {
        var result = Cli.Unpause("explain", word);
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        Assert.StartsWith(begins, result.Output, StringComparison.Ordinal);
        Assert.Contains(contains, result.Output, StringComparison.Ordinal);
        Assert.StartsWith("##", Cli.Unpause("explain", word, "--format", "markdown").Output, StringComparison.Ordinal);
        using var json = JsonDocument.Parse(Cli.Unpause("explain", word, "--format", "json").Output);
        Assert.StartsWith("unpause.", json.RootElement.GetProperty("schema").GetString(), StringComparison.Ordinal);
        Assert.NotEqual(0, json.RootElement.EnumerateObject().Last().Value.GetArrayLength());
    }

    [Theory]
    [InlineData("GOMEMLIMT", "GOMEMLIMIT")]
    [InlineData("DOTNET_GCgen0sise", "DOTNET_GCgen0size")]
    [InlineData("p99_puase", "p99_pause")]
    [InlineData("\u001b[31mgc.freese", "gc.freeze")]
    public void Explain_UnknownWord_SuggestsTheNearestOfAllKinds(string typed, string nearest)
    {
        var result = Cli.Unpause("explain", typed);
        Assert.Equal((2, ""), (result.ExitCode, result.Output));
        Assert.Contains($"unpause explain {nearest} ", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', result.Error);
        Assert.True(Cli.Unpause("explain", new string('a', 100_000)).Error.Length < 400);
    }

    [Theory]
    [InlineData("80")]
    [InlineData("120")]
    public void Explain_Settings_FitTheWidth(string columns)
    {
        var result = Cli.UnpauseIn(
            RepositoryFolder.Root, new Dictionary<string, string?> { ["COLUMNS"] = columns }, "explain", "--settings");
        Assert.Equal(0, result.ExitCode);
        Assert.Contains("\n  -XX:+UseZGC\n", result.Output, StringComparison.Ordinal);
        var headings = result.Output.Split('\n').Where(line => line.Length > 0 && !line.StartsWith(' '));
        Assert.Equal([".NET", "JVM", "Go", "CPython"], headings.Take(4));
        Assert.Contains("; unpause tune tries it)", string.Join(' ', result.Output.Split('\n').Select(line => line.Trim())));
        // Only text for copying may be longer.
        var lines = result.Output.Split('\n').Where(line => line.StartsWith("      ", StringComparison.Ordinal));
        Assert.All(lines, line => Assert.True(line.Length <= int.Parse(columns), line));
    }

    /// <summary>What unpause tune tries is in the list, too.</summary>
    [Fact]
    public void Explain_SettingsJson_HasEverySettingWithVersions()
    {
        using var json = JsonDocument.Parse(Cli.Unpause("explain", "--settings", "--format", "json").Output);
        Assert.Equal("unpause.settings/1", json.RootElement.GetProperty("schema").GetString());
        var settings = json.RootElement.GetProperty("settings").EnumerateArray().ToList();
        JsonElement Of(string name) => settings.Single(setting => setting.GetProperty("name").GetString() == name);
        Assert.Equal("JDK 15 and later", Of("UseZGC").GetProperty("versions").GetString());
        Assert.Equal(
            "JDK 11 to 14 with -XX:+UnlockExperimentalVMOptions", Of("UseZGC").GetProperty("versions_unlocked").GetString());
        Assert.Equal("10000,20,10; 50000,20,10; 10000,50,100", Of("gc.set_threshold").GetProperty("tuned").GetString());
        Assert.Equal(
            ["variable", "runtimeconfig.json", "project file"],
            Of("gcServer").GetProperty("ways").EnumerateArray().Select(way => way.GetProperty("where").GetString()));
        Assert.Equal(
            ["cpython", "dotnet", "go", "jvm", "node"], settings.Select(one => one.GetProperty("runtime").GetString()).Distinct().Order());
    }

    [Fact]
    public void Explain_Metrics_ListsAll()
    {
        var text = Cli.Unpause("explain", "--metrics").Output;
        using var json = JsonDocument.Parse(Cli.Unpause("explain", "--metrics", "--format", "json").Output);
        var names = json.RootElement.GetProperty("metrics").EnumerateArray()
            .Select(metric => metric.GetProperty("name").GetString()).ToList();
        Assert.Contains("max_pause", names);
        Assert.All(names, name => Assert.Contains($"{name}\n    ", text, StringComparison.Ordinal));
        Assert.Equal(2, Cli.Unpause("explain", "--metrics", "--settings").ExitCode);
    }

    /// <summary>A finding carries the names under which its settings are explained, and the whole report says how.</summary>
    [Fact]
    public void Explain_Rule_NamesItsSettings()
    {
        var sample = RepositoryFolder.File("samples", "dotnet", "large-objects.nettrace.gz");
        using var json = JsonDocument.Parse(Cli.Unpause("report", sample, "--format", "json").Output);
        var names = json.RootElement.GetProperty("findings").EnumerateArray()
            .SelectMany(finding => finding.GetProperty("advice").EnumerateArray())
            .SelectMany(advice => advice.TryGetProperty("setting_names", out var explained) ? explained.EnumerateArray() : default)
            .Select(name => name.GetString()!).Distinct().ToList();
        Assert.NotEmpty(names);
        var shown = Cli.Unpause("report", sample, "--verbose").Output;
        Assert.All(names, name =>
        {
            Assert.Contains($"unpause explain {name}", shown, StringComparison.Ordinal);
            Assert.Equal(0, Cli.Unpause("explain", name).ExitCode);
        });
    }
}
