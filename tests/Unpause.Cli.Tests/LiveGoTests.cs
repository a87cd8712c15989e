using System.Globalization;
using System.Text.Json;

namespace Unpause.Tests;

/// <summary>A Go program that prints gc lines into a file by itself can be recorded; it is not touched.</summary>
public sealed class LiveGoTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void TheLinesInItsFileAreTheRecording()
    {
        using var program = Start("2>" + _folder["err.log"], "gctrace=1");
        var id = program.Id.ToString(CultureInfo.InvariantCulture);
        Assert.True(SpinWait.SpinUntil(() => File.ReadAllText(_folder["err.log"]).Contains("gc 5 @", StringComparison.Ordinal), 30_000));
        Assert.Equal(0, Cli.Unpause("doctor", id).ExitCode);
        var told = Cli.Unpause("record", id, "--for", "1500ms", "--format", "json", "-o", "-", "-q");
        Assert.True(told.ExitCode == 0, told.ToString());
        using var json = JsonDocument.Parse(told.Output);
        var processes = json.RootElement.GetProperty("processes").EnumerateArray().ToList();
        Assert.Equal(2, processes.Count);
        var live = processes.Single(process => process.GetProperty("source").GetProperty("clock").GetProperty("uncertainty_ms").ValueKind
            == JsonValueKind.Number);
        Assert.True(live.GetProperty("collections").GetProperty("count").GetInt32() > 10);
        Assert.All(processes, process => Assert.Equal(
            0, process.GetProperty("source").GetProperty("coverage").GetProperty("examples").GetArrayLength()));
        Assert.Contains("--ring is for .NET", Cli.Unpause("record", id, "--ring", "10s").Error, StringComparison.Ordinal);
    }

    [Fact]
    public void WithoutAFileItSaysWhereTheLinesGo()
    {
        using var nowhere = Start("2>/dev/null", "gctrace=1");
        var told = Cli.Unpause("doctor", nowhere.Id.ToString(CultureInfo.InvariantCulture));
        Assert.Equal(3, told.ExitCode);
        Assert.Contains("but to /dev/null", told.Output, StringComparison.Ordinal);
        using var silent = Start("2>" + _folder["err.log"], "gctrace=0");
        Assert.Contains("Go reads GODEBUG only at its start",
            Cli.Unpause("doctor", silent.Id.ToString(CultureInfo.InvariantCulture)).Output, StringComparison.Ordinal);
    }

    [Fact]
    public void PsChoosesSortsAndKeepsItsContract()
    {
        using var program = Start("2>" + _folder["err.log"], "gctrace=1");
        var id = program.Id.ToString(CultureInfo.InvariantCulture);
        var json = Cli.Unpause("ps", "--format", "json").Output;
        Assert.Equal("", ContractSchema.Faults(json, "unpause.processes-1.schema.json"));
        var go = Cli.Unpause("ps", "go", "--sort", "since");
        Assert.Contains(id, go.Output, StringComparison.Ordinal);
        Assert.All(go.Output.Split('\n')[1..^1], line => Assert.Contains("go1.", line, StringComparison.Ordinal));
        // A pipe gets the whole command.
        Assert.Contains(_folder.Path, go.Output, StringComparison.Ordinal);
        Assert.DoesNotContain(go.Output.Split('\n'), line => line.EndsWith('…'));
        Assert.StartsWith("none of the ", Cli.Unpause("ps", "go", "no such word").Output, StringComparison.Ordinal);
    }

    private LiveTarget Start(string redirection, string setting)
    {
        var program = _folder["collects"];
        if (!File.Exists(program))
        {
            File.WriteAllText(_folder["collects.go"], """
                package main

                import (
                    "fmt"
                    "runtime"
                    "time"
                )

                func main() {
                    fmt.Println("ready")
                    for end := time.Now().Add(time.Minute); time.Now().Before(end); {
                        runtime.GC()
                        time.Sleep(20 * time.Millisecond)
                    }
                }
                """);
            Assert.Equal(0, Cli.Program(_folder.Path, "go", "build", "-o", program, "collects.go").ExitCode);
        }

        return new LiveTarget(new Dictionary<string, string> { ["GODEBUG"] = setting }, "sh", "-c", $"exec {program} {redirection}");
    }
}
