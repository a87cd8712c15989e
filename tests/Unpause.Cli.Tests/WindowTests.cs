using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary><c>--from</c>, <c>--to</c> and <c>--last</c> as a user gives them.</summary>
public class WindowTests
{
    // awk over the text: 15 pauses begin in 4 s to 10 s.
    private const int PausesFrom4To10 = 15;

    private static readonly string Log = RepositoryFolder.File("samples", "jvm", "retaining-g1-jdk17.log.gz");

    private static readonly string Dated = RepositoryFolder.File("samples", "jvm", "threeways-g1-jdk17-info.log.gz");

    [Theory]
    [InlineData("--from", "4s", "--to", "10s")]
    [InlineData("--from", "4000ms", "--to", "0m10s")]
    public void Report_Window_HasItsPausesAlone(params string[] window)
    {
        var source = Process(["report", Log, "--format", "json", .. window], out var pauses);
        Assert.Equal(PausesFrom4To10, pauses);
        Assert.Equal(4000, source.GetProperty("window").GetProperty("from_ms").GetDouble());
        Assert.Equal(10_000, source.GetProperty("window").GetProperty("to_ms").GetDouble());
        Assert.Equal(6000, source.GetProperty("duration_ms").GetDouble());
    }

    [Fact]
    public void Report_Last_EndsWithTheRecording()
    {
        var source = Process(["report", Log, "--format", "json", "--last", "5s"], out _);
        var window = source.GetProperty("window");
        Assert.Equal(window.GetProperty("of_ms").GetDouble(), window.GetProperty("to_ms").GetDouble());
        Assert.InRange(source.GetProperty("duration_ms").GetDouble(), 4500, 5000);
    }

    [Fact]
    public void Report_WallClock_SelectsTheSameAsTimeSinceStart()
    {
        var started = Process(["report", Dated, "--format", "json"], out var all).GetProperty("started_at").GetDateTimeOffset();
        var from = started.AddSeconds(2).ToString("yyyy-MM-dd'T'HH:mm:ss.fffffff'Z'", System.Globalization.CultureInfo.InvariantCulture);
        var byClock = Process(["report", Dated, "--format", "json", "--from", from], out var pauses);
        var byLength = Process(["report", Dated, "--format", "json", "--from", "2s"], out var same);
        Assert.Equal(same, pauses);
        Assert.InRange(pauses, 1, all - 1);
        Assert.Equal(
            byLength.GetProperty("duration_ms").GetDouble(), byClock.GetProperty("duration_ms").GetDouble(), 3);
    }

    [Theory]
    [InlineData("--from", "900s")]
    [InlineData("--from", "02:55")]
    [InlineData("--from", "soon")]
    [InlineData("--last", "0s")]
    [InlineData("--from", "1s", "--last", "3s")]
    [InlineData("--from", "5s", "--to", "4s")]
    public void Report_ImpossibleWindow_IsAUsageMistake(params string[] window)
    {
        var result = Cli.Unpause(["report", Log, .. window]);
        Assert.Equal(2, result.ExitCode);
        Assert.Empty(result.Output);
    }

    [Fact]
    public void Compare_HalvesOfALog_ReadsTheWindowOfBoth()
    {
        var result = Cli.Unpause("compare", Log, Log, "--from", "4s", "--to", "10s", "--format", "json");
        using var document = JsonDocument.Parse(result.Output);
        Assert.Equal(6000, document.RootElement.GetProperty("before").GetProperty("duration_ms").GetDouble());
    }

    private static JsonElement Process(string[] arguments, out int pauses)
    {
        var result = Cli.Unpause(arguments);
        Assert.True(result.ExitCode == 0, result.ToString());
        using var document = JsonDocument.Parse(result.Output);
        var process = document.RootElement.GetProperty("processes")[0];
        pauses = process.GetProperty("pauses").GetProperty("count").GetInt32();
        return process.GetProperty("source").Clone();
    }
}
