using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary><c>unpause explain FILE</c>: one pause in three lines, chosen by time, number or length.</summary>
public class ExplainStopTests
{
    private static readonly string Log = RepositoryFolder.File("samples", "jvm", "retaining-g1-jdk17.log.gz");

    [Fact]
    public void Explain_LongestPause_IsWhatWhyAndWhatToDo()
    {
        var result = Cli.UnpauseIn(
            RepositoryFolder.Root, new Dictionary<string, string?> { ["COLUMNS"] = "400" }, "explain", Log);
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        var lines = result.Output.Split('\n').Where(line => line.Length > 0 && line[0] != ' ').ToArray();
        Assert.Equal(["what", "why", "do"], lines.Select(line => line.Split(' ')[0]));
        // Collection 7, the longest pause of the log by awk.
        Assert.StartsWith("what  538 ms at 2.25 s: young collection 7 ", lines[0], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--gc", "26", 26)]
    [InlineData("--at", "12s", 26)]
    public void Explain_ChosenPause_IsThatOne(string option, string value, int collection)
    {
        var pause = Json(option, value);
        Assert.Equal(collection, pause.GetProperty("collection").GetInt32());
        Assert.Equal("off-cpu", pause.GetProperty("cause").GetString());
        // User=0.04s Sys=0.00s in the log.
        Assert.Equal(40, pause.GetProperty("cpu_ms").GetDouble());
    }

    [Fact]
    public void Explain_Parts_AreAsLongAsThePause()
    {
        var pause = Json("--longest");
        var parts = pause.GetProperty("parts").EnumerateArray().Sum(part => part.GetProperty("duration_ms").GetDouble());
        Assert.Equal(pause.GetProperty("duration_ms").GetDouble(), parts, 3);
        Assert.Equal("copying", pause.GetProperty("parts")[0].GetProperty("kind").GetString());
    }

    [Theory]
    [InlineData("--gc", "9999")]
    [InlineData("--at", "noon")]
    [InlineData("--at", "02:58:10")]
    public void Explain_NoSuchPause_IsAMistake(string option, string value)
    {
        var result = Cli.Unpause("explain", Log, option, value);
        Assert.Equal(2, result.ExitCode);
        Assert.Equal("", result.Output);
        Assert.NotEmpty(result.Error);
    }

    private static JsonElement Json(params string[] choice)
    {
        var result = Cli.Unpause(["explain", Log, .. choice, "--format", "json"]);
        Assert.Equal((0, ""), (result.ExitCode, result.Error));
        var document = JsonDocument.Parse(result.Output).RootElement;
        Assert.Equal("unpause.pause/1", document.GetProperty("schema").GetString());
        return document.GetProperty("pause");
    }
}
