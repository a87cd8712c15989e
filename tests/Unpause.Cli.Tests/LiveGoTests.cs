using System.Globalization;
using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>A Go program that runs already is recorded by probes, and by gc lines that it prints into a file by itself.</summary>
[Trait("Tier", "live")]
public sealed class LiveGoTests : IDisposable
{
    private const string Collects = """
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
        """;

    private const string Allocates = """
        package main

        import (
            "fmt"
            "time"
        )

        type node struct{ next *node }

        func list(length int) *node {
            var head *node
            for i := 0; i < length; i++ {
                head = &node{next: head}
            }
            return head
        }

        func main() {
            kept := list(1000000)
            fmt.Println("ready")
            for i := 0; i < 4; i++ {
                go func() {
                    for {
                        list(20000)
                        time.Sleep(5 * time.Millisecond)
                    }
                }()
            }
            time.Sleep(time.Minute)
            fmt.Println(kept)
        }
        """;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Record_GoWithGctraceFile_ReadsTheFile()
    {
        using var program = Start("2>" + _folder["err.log"], "gctrace=1");
        var id = program.Id.ToString(CultureInfo.InvariantCulture);
        Assert.True(SpinWait.SpinUntil(() => File.ReadAllText(_folder["err.log"]).Contains("gc 5 @", StringComparison.Ordinal), 30_000));
        var doctor = WithoutRights("doctor", id);
        Assert.Equal(4, doctor.ExitCode);
        Assert.Contains("recorded in part: only its gctrace lines", doctor.Output, StringComparison.Ordinal);
        var reported = WithoutRights("record", id, "--for", "1500ms", "--format", "json", "-o", "-", "-q");
        Assert.True(reported.ExitCode == 0, reported.ToString());
        using var json = JsonDocument.Parse(reported.Output);
        var processes = json.RootElement.GetProperty("processes").EnumerateArray().ToList();
        Assert.Equal(2, processes.Count);
        var live = processes.Single(process => process.GetProperty("source").GetProperty("clock").GetProperty("uncertainty_ms").ValueKind
            == JsonValueKind.Number);
        Assert.True(live.GetProperty("collections").GetProperty("count").GetInt32() > 10);
        Assert.All(processes, process => Assert.Equal(
            0, process.GetProperty("source").GetProperty("coverage").GetProperty("examples").GetArrayLength()));
        Assert.Contains("--ring is available only for .NET", Cli.Unpause("record", id, "--ring", "10s").Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Record_GoWithoutFile_SaysWhereTheLinesGo()
    {
        using var nowhere = Start("2>/dev/null", "gctrace=1");
        var reported = WithoutRights("doctor", nowhere.Id.ToString(CultureInfo.InvariantCulture));
        Assert.Equal(3, reported.ExitCode);
        Assert.Contains("requires CAP_PERFMON", reported.Output, StringComparison.Ordinal);
        Assert.Contains("go to /dev/null", reported.Output, StringComparison.Ordinal);
        using var silent = Start("2>" + _folder["err.log"], "gctrace=0");
        Assert.Contains("Go reads GODEBUG only at its start",
            WithoutRights("doctor", silent.Id.ToString(CultureInfo.InvariantCulture)).Output, StringComparison.Ordinal);
    }

    [RootFact]
    public void Record_GoWithoutGctrace_RecordsStops()
    {
        using var program = Start("2>/dev/null", "gctrace=0");
        var id = program.Id.ToString(CultureInfo.InvariantCulture);
        Assert.Equal(0, Cli.Unpause("doctor", id).ExitCode);
        var reported = Cli.Unpause("record", id, "--for", "1500ms", "--format", "json", "-o", "-", "-q");
        Assert.True(reported.ExitCode == 0, reported.ToString());
        using var json = JsonDocument.Parse(reported.Output);
        var process = Assert.Single(json.RootElement.GetProperty("processes").EnumerateArray());
        var collections = process.GetProperty("collections").GetProperty("count").GetInt32();
        Assert.InRange(collections, 5, 75);
        Assert.InRange(process.GetProperty("stops").GetProperty("count").GetInt32(), (2 * collections) - 2, 2 * collections);
        Assert.Equal("go-stops", process.GetProperty("source").GetProperty("format").GetString());
        Assert.Contains("The process was already running when the recording began", reported.Output, StringComparison.Ordinal);
        Assert.Contains("The exact end of each stop is not measured", reported.Output, StringComparison.Ordinal);
    }

    [RootFact]
    public void Record_GoAssists_AreRecorded()
    {
        using var program = Start("2>/dev/null", "gctrace=0", Allocates);
        var id = program.Id.ToString(CultureInfo.InvariantCulture);
        var reported = Cli.Unpause("record", id, "--assists", "--for", "3s", "--format", "json", "-o", "-", "-q");
        Assert.True(reported.ExitCode == 0, reported.ToString());
        using var json = JsonDocument.Parse(reported.Output);
        var assists = Assert.Single(json.RootElement.GetProperty("processes").EnumerateArray()).GetProperty("assists");
        Assert.True(assists.GetProperty("count").GetInt64() > 0);
        // There is no other reference for them; no machine runs that many goroutines of this program.
        Assert.Equal(assists.GetProperty("elapsed_total_ms").GetDouble(), assists.GetProperty("thread_time_total_ms").GetDouble());
        Assert.InRange(assists.GetProperty("elapsed_total_ms").GetDouble(), assists.GetProperty("elapsed_max_ms").GetDouble(), 4 * 3500);
        Assert.Contains("Mark assists were measured by kernel probes", reported.Output, StringComparison.Ordinal);
        Assert.Contains(
            "--assists needs a process id", Cli.Unpause("record", "http://localhost:1", "--assists").Error, StringComparison.Ordinal);
    }

    [RootFact]
    public void Record_GoLinesAndStops_AreJoined()
    {
        using var program = Start("2>" + _folder["err.log"], "gctrace=1");
        var id = program.Id.ToString(CultureInfo.InvariantCulture);
        // On a loaded machine, too many lines may get late timestamps.
        for (var tries = 0; ; tries++)
        {
            var reported = Cli.Unpause("record", id, "--for", "2s", "--before", "0s", "--format", "json", "-o", "-", "-q");
            Assert.True(reported.ExitCode == 0, reported.ToString());
            using var json = JsonDocument.Parse(reported.Output);
            var processes = json.RootElement.GetProperty("processes").EnumerateArray().ToList();
            if (processes.Count > 1 && tries < 5) continue;
            var process = Assert.Single(processes);
            Assert.True(process.GetProperty("stops").GetProperty("count").GetInt32() > 20);
            Assert.Equal("gctrace", process.GetProperty("source").GetProperty("format").GetString());
            Assert.Equal(program.Id, process.GetProperty("source").GetProperty("pid").GetInt32());
            break;
        }
    }

    [RootTheory]
    [InlineData(5, 12)]
    [InlineData(9, 24, "--assists")]
    public void Record_RecorderKilled_RemovesProbesFromGo(int fewest, int most, params string[] options)
    {
        using var program = Start("2>/dev/null", "gctrace=0");
        Assert.Equal(0, ChangedBytesOf(program.Id));
        using (var recording = new LiveRecording(_folder.Path, [program.Id.ToString(CultureInfo.InvariantCulture), .. options]))
        {
            Assert.InRange(ChangedBytesOf(program.Id), fewest, most);
            recording.Kill();
        }

        Assert.True(SpinWait.SpinUntil(() => ChangedBytesOf(program.Id) == 0, 20_000));
        Assert.False(program.HasExited);
    }

    /// <summary>How many bytes of the program's code are others than in its file.</summary>
    private static int ChangedBytesOf(int process)
    {
        var words = File.ReadLines($"/proc/{process}/maps").Select(line => line.Split(' ')).First(words => words[1] == "r-xp");
        var ends = words[0].Split('-').Select(end => long.Parse(end, NumberStyles.HexNumber, CultureInfo.InvariantCulture)).ToList();
        var (memory, file) = (new byte[ends[1] - ends[0]], new byte[ends[1] - ends[0]]);
        using (var mapped = File.OpenHandle($"/proc/{process}/mem")) RandomAccess.Read(mapped, memory, ends[0]);
        using var program = File.OpenHandle($"/proc/{process}/exe");
        var read = RandomAccess.Read(program, file, long.Parse(words[2], NumberStyles.HexNumber, CultureInfo.InvariantCulture));
        return memory.AsSpan(0, read).ToArray().Zip(file).Count(pair => pair.First != pair.Second);
    }

    /// <summary>Without what the kernel asks for before it puts probes into programs.</summary>
    private Cli.Result WithoutRights(params string[] arguments)
    {
        string[] drop = Environment.IsPrivilegedProcess
            ? ["setpriv", "--bounding-set", "-perfmon,-sys_admin", "--inh-caps", "-all"]
            : [];
        string[] line = [.. drop, .. Cli.Command, .. arguments];
        return Cli.Program(_folder.Path, line);
    }

    [Fact]
    public void Ps_Filter_SortsAndFollowsTheContract()
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

    private LiveTarget Start(string redirection, string setting, string source = Collects)
    {
        var program = _folder["collects"];
        if (!File.Exists(program))
        {
            File.WriteAllText(_folder["collects.go"], source);
            Assert.Equal(0, Cli.Program(_folder.Path, "go", "build", "-o", program, "collects.go").ExitCode);
        }

        return new LiveTarget(new Dictionary<string, string> { ["GODEBUG"] = setting }, "sh", "-c", $"exec {program} {redirection}");
    }
}
