using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>The main job on real programs, each compared with a source that is not ours.</summary>
[Trait("Tier", "live")]
public sealed class RunCommandTests : IDisposable
{
    private const string CountingPython =
        """
        import gc, json, time
        seen = [0, 0, 0]
        def note(phase, info):
            if phase == "start":
                seen[2] = time.perf_counter_ns()
            else:
                seen[0] += 1
                seen[1] += time.perf_counter_ns() - seen[2]
        gc.callbacks.append(note)
        kept = [[i, [str(i)]] for i in range(200_000)]
        gc.callbacks.remove(note)
        print(json.dumps({"collections": seen[0], "ms": seen[1] / 1e6}))
        """;

    private const string CountingGo =
        """
        package main

        import "fmt"

        type node struct{ left, right *node }

        func tree(depth int) *node {
            if depth == 0 {
                return &node{}
            }
            return &node{tree(depth - 1), tree(depth - 1)}
        }

        func main() {
            kept := tree(14)
            for i := 0; i < 60; i++ {
                tree(14)
            }
            fmt.Println(kept != nil)
        }
        """;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Run_Python_MatchesItsCallbacks()
    {
        var result = Run("-o", _folder["r.json"], "--quiet", "--", "python3", Script("count.py", CountingPython));
        Assert.True(result.ExitCode == 0, result.ToString());
        using var own = JsonDocument.Parse(result.Output);
        var process = OnlyProcess("cpython");
        var automatic = process.GetProperty("collections").GetProperty("by_cause").EnumerateArray()
            .Where(cause => cause.GetProperty("cause").GetString() == "allocation").ToList();
        Assert.Equal(own.RootElement.GetProperty("collections").GetInt64(), automatic.Sum(cause => cause.GetProperty("count").GetInt64()));
        AssertClose(own.RootElement.GetProperty("ms").GetDouble(), automatic.Sum(cause => cause.GetProperty("pause_total_ms").GetDouble()));
    }

    [Theory]
    [MemberData(nameof(Javas))]
    public void Run_Jvm_MatchesAwkOverItsLog(string java)
    {
        var program = RepositoryFolder.File("samples", "jvm", "Churn.java");
        var result = Run("-o", _folder["r.json"], "--quiet", "--keep", _folder["kept"], "--", java, "-Xmx64m", program);
        Assert.True(result.ExitCode == 0, result.ToString());
        var truth = Awk(
            """/\] GC\([0-9]+\) ([YyO]: )?Pause .*ms$/ { ms = $NF; sub("ms", "", ms); sum += ms; n++ } END { printf "%d %.3f", n, sum }""",
            "jvm-*.log");
        var pauses = OnlyProcess("jvm").GetProperty("pauses");
        Assert.Equal(
            truth,
            FormattableString.Invariant($"{pauses.GetProperty("count").GetInt64()} {pauses.GetProperty("total_ms").GetDouble():0.000}"));
        Assert.NotEqual(JsonValueKind.Null, OnlyProcess("jvm").GetProperty("stops").ValueKind);
    }

    [Fact]
    public void Run_Go_MatchesAwkOverItsTrace()
    {
        File.WriteAllText(_folder["count.go"], CountingGo);
        Assert.Equal(0, Cli.Program(_folder.Path, "go", "build", "-o", _folder["count"], _folder["count.go"]).ExitCode);
        var result = Run("-o", _folder["r.json"], "--quiet", "--keep", _folder["kept"], "--", _folder["count"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("true\n", result.Output);
        Assert.DoesNotContain("gc 1 @", result.Error, StringComparison.Ordinal);
        // A Go program that ends while it writes its last line leaves a part of it (1 of 400 runs), which is no collection.
        var truth = Awk(
            """/ P$/ && match($0, /[0-9.+]+ ms clock/) { split(substr($0, RSTART), clock, /[+ ]/); sum += clock[1] + clock[3]; n++ } """
            + """END { printf "%d %.3f", n, sum }""",
            "go.gctrace");
        var process = OnlyProcess("go");
        Assert.Equal(
            truth,
            FormattableString.Invariant($"{process.GetProperty("collections").GetProperty("count").GetInt64()} ")
            + FormattableString.Invariant($"{process.GetProperty("pauses").GetProperty("total_ms").GetDouble():0.000}"));
    }

    [Fact]
    public void Run_DotNet_MatchesItsCounters()
    {
        var result = Run("-o", _folder["r.json"], "--quiet", "--", "dotnet", AllocatingProgram, "mix", "300", "1");
        Assert.True(result.ExitCode == 0, result.ToString());
        var truth = Printed(result.Output);
        var process = OnlyProcess("dotnet");
        var generations = process.GetProperty("collections").GetProperty("by_generation").EnumerateArray()
            .ToDictionary(row => row.GetProperty("generation").GetString()!, row => row.GetProperty("count").GetInt64());
        var inclusive = new[] { "gen2", "gen1", "gen0" }.Select(name => generations.GetValueOrDefault(name)).ToArray();
        Assert.Equal(long.Parse(truth["gen2"]), inclusive[0]);
        Assert.Equal(long.Parse(truth["gen1"]), inclusive[0] + inclusive[1]);
        Assert.Equal(long.Parse(truth["gen0"]), inclusive[0] + inclusive[1] + inclusive[2]);
        // The runtime's clock stops a little earlier than the event: on this machine under 1 %.
        var pausesMs = process.GetProperty("pauses").GetProperty("total_ms").GetDouble();
        var truthMs = double.Parse(truth["pause_us"]) / 1000;
        Assert.InRange(pausesMs, (truthMs * 0.98) - 1, (truthMs * 1.05) + 1);
    }

    [Fact]
    public void Run_Allocations_MatchTheProgramsCount()
    {
        var result = Run(
            "-o", _folder["r.json"], "--quiet", "--profile", "allocations", "--", "dotnet", AllocatingProgram, "large", "400", "1",
            "150000");
        Assert.True(result.ExitCode == 0, result.ToString());
        var allocations = OnlyProcess("dotnet").GetProperty("allocations");
        var counted = double.Parse(Printed(result.Output)["allocated"]);
        Assert.InRange(allocations.GetProperty("bytes").GetInt64() / counted, 0.95, 1.05);
        var site = allocations.GetProperty("sites")[0];
        Assert.Equal("System.Byte[]", site.GetProperty("type").GetString());
        Assert.True(site.GetProperty("large").GetBoolean());
        Assert.Equal("AllocatingProgram.Workload.Large", site.GetProperty("stack")[0].GetString());
    }

    [Fact]
    public void Run_UnknownProfile_IsAnErrorBeforeTheRun()
    {
        var result = Run("--profile", "everything", "--", "touch", _folder["ran"]);
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("use pauses, phases or allocations", result.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["ran"]));
    }

    [Theory]
    [InlineData("1000", "there is no NUMA node 1000")]
    [InlineData("first", "--numa-node first is not a node number")]
    public void Run_UnknownNumaNode_IsAnErrorBeforeTheRun(string node, string said)
    {
        var result = Run("--numa-node", node, "--", "touch", _folder["ran"]);
        Assert.Equal(2, result.ExitCode);
        Assert.Contains(said, result.Error.Replace("this kernel lists no NUMA nodes (/sys/devices/system/node), so ", "",
            StringComparison.Ordinal).Replace("no node 1000", "no NUMA node 1000", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["ran"]));
    }

    [Fact]
    public void Run_UnknownRuntime_IsAnErrorBeforeTheRun()
    {
        var result = Run("--only", "jvm,ruby", "--", "touch", _folder["ran"]);
        Assert.Equal(2, result.ExitCode);
        Assert.Contains(
            "--only ruby is not a runtime that unpause records: use dotnet, jvm, go, cpython or node",
            result.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["ran"]));
    }

    [Fact]
    public void Run_Only_RecordsTheChosenRuntime()
    {
        var result = Run("--only", "jvm, go", "--format", "json", "--", "python3", Script("count.py", CountingPython));
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains(
            "no Java 9 or later (8 as CMD itself) or Go (as CMD itself) process ran, or no GC ran in it", result.Error,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Run_SeveralRuntimes_GiveSeveralProcesses()
    {
        var program = RepositoryFolder.File("samples", "jvm", "Churn.java");
        var script = Script(
            "all.sh", $"python3 {Script("count.py", CountingPython)}\njava -Xmx64m {program}\npython3 {_folder["count.py"]}\n");
        var result = Run("-o", _folder["r.json"], "--quiet", "--", "sh", script);
        Assert.True(result.ExitCode == 0, result.ToString());
        using var report = JsonDocument.Parse(File.ReadAllText(_folder["r.json"]));
        var runtimes = report.RootElement.GetProperty("processes")
            .EnumerateArray()
            .Select(process => process.GetProperty("source").GetProperty("runtime").GetString()!);
        Assert.Equal(["cpython", "cpython", "jvm"], runtimes.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Run_ProgramKilled_ReportsUpToItsEnd()
    {
        var script = Script(
            "killed.py", "import os, signal\nkept = [[i, [str(i)]] for i in range(100_000)]\nos.kill(os.getpid(), signal.SIGKILL)\n");
        var result = Run("-o", _folder["r.json"], "--quiet", "--", "python3", script);
        Assert.True(result.ExitCode == 137, result.ToString());
        Assert.True(OnlyProcess("cpython").GetProperty("collections").GetProperty("count").GetInt64() > 50);
    }

    [Theory]
    [InlineData(7, null, 7)]
    [InlineData(0, "pauses>0", 1)]
    [InlineData(7, "pauses>0", 1)]
    [InlineData(0, "live_set>1GiB", 3)]
    [InlineData(7, "live_set>1GiB", 7)]
    public void Run_ExitCode_IsTheCommandsUnlessABudgetBroke(int own, string? budget, int expected)
    {
        var script = Script("exit.py", $"kept = [[i] for i in range(50_000)]\nraise SystemExit({own})\n");
        string[] budgets = budget is null ? [] : ["--fail-on", budget];
        var result = Run(["--quiet", "-o", _folder["r.json"], .. budgets, "--", "python3", script]);
        Assert.True(result.ExitCode == expected, result.ToString());
    }

    [Fact]
    public void Run_NoRuntime_IsNotCalledHealthy()
    {
        var result = Run("--format", "json", "-o", "-", "--", "true");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal("", ContractSchema.Faults(result.Output));
        using var report = JsonDocument.Parse(result.Output);
        Assert.Contains(
            "nothing was recorded in", report.RootElement.GetProperty("not_recorded")[0].GetString(), StringComparison.Ordinal);
        Assert.Equal(127, Run("--quiet", "--", "/no/such/program").ExitCode);
    }

    /// <summary>Every Java of 9 or later in its usual place.</summary>
    public static TheoryData<string> Javas() =>
        [.. Directory.EnumerateDirectories("/usr/lib/jvm")
            .Select(home => Path.Combine(home, "bin", "java"))
            .Where(java => File.Exists(java) && !java.Contains("/java-1.", StringComparison.Ordinal))];

    /// <summary>Debug or Release: as these tests were built.</summary>
    private static string Configuration() => new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;

    private Cli.Result Run(params string[] arguments) =>
        Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), ["run", .. arguments]);

    private string Script(string name, string text)
    {
        File.WriteAllText(_folder[name], text);
        return _folder[name];
    }

    private JsonElement OnlyProcess(string runtime)
    {
        var text = File.ReadAllText(_folder["r.json"]);
        Assert.Equal("", ContractSchema.Faults(text));
        var process = Assert.Single(JsonDocument.Parse(text).RootElement.GetProperty("processes").EnumerateArray());
        Assert.Equal(runtime, process.GetProperty("source").GetProperty("runtime").GetString());
        return process;
    }

    private string Awk(string program, string pattern) =>
        Cli.Program(_folder.Path, ["awk", program, .. Directory.GetFiles(_folder["kept"], pattern)]).Output;

    /// <summary>Two clocks around the same collections differ by the callbacks between them, and by what the machine does there.</summary>
    private static void AssertClose(double expectedMs, double actualMs) =>
        Assert.InRange(actualMs, (expectedMs * 0.9) - 20, (expectedMs * 1.1) + 20);

    private static string AllocatingProgram { get; } =
        Path.Combine(
            RepositoryFolder.Root, "tests", "programs", "AllocatingProgram", "bin", Configuration(), "net10.0", "AllocatingProgram.dll");

    private static Dictionary<string, string> Printed(string output) =>
        output.Split(' ').Select(pair => pair.Split('=')).Where(pair => pair.Length == 2).ToDictionary(
            pair => pair[0], pair => pair[1].Trim(), StringComparer.Ordinal);
}
