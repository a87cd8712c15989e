using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>
/// Requests and pauses with wrong clocks or timestamps, from an independent simulator with known truth: b is 1.5 s off
/// (49 of 51 slow requests are because of GC), mis has timestamps of the ends of requests (289 of 291).
/// </summary>
public sealed class RequestClockTests
{
    [Fact]
    public void Clock_ConstantOffset_IsCorrectedAndReported()
    {
        var requests = Judged("b.log.gz", "b.csv.gz", "60ms", out var process);
        Assert.InRange(requests.GetProperty("slow_because_of_gc_high").GetInt64(), 49, 51);
        Assert.InRange(requests.GetProperty("slow_because_of_gc_low").GetInt64(), 40, 49);
        Assert.Equal("verified", process.GetProperty("clock_state").GetString());
        var (low, high) = (process.GetProperty("clock_offset_low_ms").GetDouble(), process.GetProperty("clock_offset_high_ms").GetDouble());
        Assert.InRange(1500.0, low, high);
        var text = Cli.Unpause(Sample("b.log.gz"), "--requests", Sample("b.csv.gz"), "--slow", "60ms").Output;
        Assert.Contains("clock: the recording's clock is 1.5 s behind the requests' clock, corrected", text, StringComparison.Ordinal);
        Assert.Contains("queue: ", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("mis-pino.json.gz")]
    [InlineData("mis-end.csv.gz")]
    public void Clock_EndTimestamps_AreRecognised(string file)
    {
        var requests = Judged("mis.log.gz", file, "80ms", out var process);
        Assert.InRange(requests.GetProperty("slow_because_of_gc_high").GetInt64(), 280, 295);
        Assert.Equal("verified", process.GetProperty("clock_state").GetString());
        Assert.Equal(0, process.GetProperty("clock_offset_ms").GetDouble());
    }

    [Fact]
    public void Clock_PausesOfAnotherHost_AreRefused()
    {
        var result = Cli.Unpause(Sample("b.log.gz"), "--requests", Sample("mis-end.csv.gz"), "--slow", "80ms");
        Assert.True(result.ExitCode == 3, result.ToString());
        var text = string.Join(' ', result.Output.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains("which is impossible while the process is paused", text, StringComparison.Ordinal);
        Assert.Contains("clock: contradicted by the data", result.Output, StringComparison.Ordinal);
    }

    private static JsonElement Judged(string log, string file, string slow, out JsonElement process)
    {
        var result = Cli.Unpause(Sample(log), "--requests", Sample(file), "--slow", slow, "--format", "json");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("", ContractSchema.Faults(result.Output));
        using var json = JsonDocument.Parse(result.Output);
        var requests = json.RootElement.GetProperty("requests").Clone();
        process = requests.GetProperty("processes")[0];
        return requests;
    }

    private static string Sample(string name) => RepositoryFolder.File("tests", "Unpause.Cli.Tests", "Requests", name);
}
