using System.Diagnostics;
using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>Requests that a recording holds itself, on the command line.</summary>
[Trait("Tier", "live")]
public sealed class RecordedRequestsTests : IDisposable
{
    private static readonly string Sample = RepositoryFolder.File("samples", "dotnet", "web.nettrace.gz");
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void RecordedRequests_Slow_AreJudgedOnTheirOwnClock()
    {
        var result = Cli.Unpause("report", "--slow", "40ms", Sample, "--format", "json");
        Assert.Equal("", ContractSchema.Faults(result.Output));
        using var json = JsonDocument.Parse(result.Output);
        var requests = json.RootElement.GetProperty("requests");
        Assert.Equal(1352, requests.GetProperty("count").GetInt32());
        Assert.Equal(95, requests.GetProperty("slow").GetInt32());
        Assert.Equal(46, requests.GetProperty("slow_because_of_gc").GetInt32());
        var process = Assert.Single(requests.GetProperty("processes").EnumerateArray());
        Assert.True(process.GetProperty("clock_shared").GetBoolean());
        Assert.Equal(0, process.GetProperty("clock_error_ms").GetDouble());
        Assert.Equal(0, process.GetProperty("pauses_below_clock_error").GetInt32());
    }

    [Fact]
    public void RecordedRequests_NoThreshold_SuggestsSlow()
    {
        var result = Cli.Unpause("report", Sample);
        Assert.Contains("1,352 requests were recorded", result.Error, StringComparison.Ordinal);
        Assert.Contains("add for example --slow", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("worst requests", result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void RecordedRequests_OtherRequestsGiven_TheseAreUsed()
    {
        var csv = _folder["requests.csv"];
        File.WriteAllText(csv, "start_ms,duration_ms\n1795270480000,5\n1795270481000,500\n");
        var result = Cli.Unpause("report", Sample, "--requests", csv, "--slow", "40ms", "--format", "json");
        using var json = JsonDocument.Parse(result.Output);
        Assert.Equal("csv", Assert.Single(json.RootElement.GetProperty("requests").GetProperty("sources").EnumerateArray())
            .GetProperty("format")
            .GetString());
    }

    [Fact]
    public void Slow_NoRequests_IsAnError()
    {
        var result = Cli.Unpause("report", RepositoryFolder.File("samples", "dotnet", "workstation.nettrace.gz"), "--slow", "40ms");
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("--requests", result.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Run_NoRequestsOption_RecordsNone(bool record)
    {
        var configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
        var service = RepositoryFolder.File("tests", "programs", "WebProgram", "bin", configuration, "net10.0", "WebProgram.dll");
        string[] options = record ? ["--slow", "1ms"] : ["--no-requests"];
        var start = new ProcessStartInfo(
            Cli.Command[0],
            [
                .. Cli.Command[1..], "run", .. options, "-q", "-o", _folder["r.json"], "-o", _folder["r.md"], "--", "dotnet", service
            ])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            WorkingDirectory = _folder[""],
        };
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync();
        using var client = new HttpClient { BaseAddress = new Uri((await process.StandardOutput.ReadLineAsync())!) };
        await client.PostAsync("/garbage/16", null);
        for (var i = 0; i < 20; i++) await client.GetStringAsync("/sleep/5");
        for (var i = 0; i < 3; i++) Assert.Equal(503, (int)(await client.GetAsync("/fail")).StatusCode);
        await Task.Delay(2_500); // the count of failures comes every second
        process.StandardInput.Close();
        await process.WaitForExitAsync();
        using var json = JsonDocument.Parse(File.ReadAllText(_folder["r.json"]));
        var requests = json.RootElement.GetProperty("requests");
        Assert.Equal(record ? JsonValueKind.Object : JsonValueKind.Null, requests.ValueKind);
        if (record)
        {
            Assert.Equal(24, requests.GetProperty("count").GetInt32());
            Assert.Contains(
                "24 requests; 3 failed (status at least 500) since the process started",
                File.ReadAllText(_folder["r.md"]),
                StringComparison.Ordinal);
        }

        Assert.DoesNotContain("requests were recorded", await error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Record_RingWhenRequest_EndsAfterTheRequest()
    {
        var configuration = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;
        var service = RepositoryFolder.File("tests", "programs", "WebProgram", "bin", configuration, "net10.0", "WebProgram.dll");
        using var process = Process.Start(new ProcessStartInfo("dotnet", service)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true
        })!;
        using var client = new HttpClient { BaseAddress = new Uri((await process.StandardOutput.ReadLineAsync())!) };
        using var recording = new LiveRecording(
            _folder[""], $"{process.Id}", "--ring", "4s", "--when", "request>2s", "--slow", "2s", "-o", _folder["r.json"]);
        for (var i = 0; i < 100; i++) await client.GetStringAsync("/sleep/50");
        Assert.False(recording.HasExited, "it ends although no request was that long");
        await client.GetStringAsync("/sleep/2100");
        var result = recording.Finish();
        process.StandardInput.Close();
        await process.WaitForExitAsync();
        Assert.True(result.ExitCode is 0 or 3, result.ToString());
        Assert.Contains("triggered by: a request of 2.", result.Error, StringComparison.Ordinal);
        using var json = JsonDocument.Parse(File.ReadAllText(_folder["r.json"]));
        Assert.InRange(json.RootElement.GetProperty("requests").GetProperty("max_ms").GetDouble(), 2_000, 60_000);
    }
}
