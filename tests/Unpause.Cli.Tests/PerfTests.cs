using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary>CPU samples: taken by <c>run</c> and <c>record</c>, or read from what perf printed.</summary>
[Trait("Tier", "live")]
public sealed class PerfTests : IDisposable
{
    private const string Closed = "/root/.pyenv/versions/3.9.18/bin/python3";

    private const string Collecting = """
        import gc, sys, time
        end = time.time() + float(sys.argv[1])
        kept = [[i, {}] for i in range(200000)]
        print("ready", flush=True)
        while time.time() < end:
            gc.collect()
        print("done")
        sys.exit(7)
        """;

    private readonly TemporaryFolder _folder = new();

    public PerfTests() => Directory.CreateDirectory(_folder["tmp"]);

    public void Dispose() => _folder.Dispose();

    [PerfFact]
    public void Perf_RunBelowAShell_SamplesFromTheStartAndLeavesNothing()
    {
        var result = In("run", "--perf", "-q", "-o", _folder["r.json"], "--", "sh", "-c", $"python3 {Script()} 1.5; exit $?");
        Assert.Equal(("ready\ndone\n", 7), (result.Output, result.ExitCode));
        using var report = JsonDocument.Parse(File.ReadAllText(_folder["r.json"]));
        var process = Assert.Single(report.RootElement.GetProperty("processes").EnumerateArray().ToList());
        Assert.Equal("cpython", process.GetProperty("source").GetProperty("runtime").GetString());
        Assert.InRange(process.GetProperty("collections").GetProperty("count").GetInt64(), 2, long.MaxValue);
        var cpu = process.GetProperty("cpu_samples");
        Assert.InRange(cpu.GetProperty("samples").GetInt64(), 50, 2_000);
        Assert.Equal(
            cpu.GetProperty("samples").GetInt64(),
            cpu.GetProperty("classes").EnumerateArray().Sum(row => row.GetProperty("samples").GetInt64()));
        Assert.Empty(Directory.GetFileSystemEntries(_folder["tmp"], "unpause-*"));
    }

    [PerfFact]
    public void Perf_KeptSamples_AreReadAgain()
    {
        In("run", "--perf", "-q", "--keep", _folder["kept"], "--", "python3", Script(), "0.7");
        Assert.Contains("perf.txt", Directory.GetFiles(_folder["kept"]).Select(Path.GetFileName));
        Assert.DoesNotContain("perf.data", Directory.GetFiles(_folder["kept"]).Select(Path.GetFileName));
        Assert.Contains(" of cpu-clock in ", Cli.Unpause("report", _folder["kept"]).Output, StringComparison.Ordinal);
    }

    /// <summary>A CPython that lets nobody in: no marks for probes, and no function that has only one name.</summary>
    [PerfFact(Closed)]
    public void Perf_RecordWithoutRuntime_SamplesTheProcess()
    {
        using var program = Process.Start(new ProcessStartInfo(Closed, [Script(), "20"])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        })!;
        try
        {
            program.StandardOutput.ReadLine();
            var id = program.Id.ToString(CultureInfo.InvariantCulture);
            var reported = In("record", id, "--perf", "--for", "1s", "-q", "-o", _folder["r.json"]);
            Assert.True(reported.ExitCode == 0, reported.ToString());
            using var report = JsonDocument.Parse(File.ReadAllText(_folder["r.json"]));
            var process = Assert.Single(report.RootElement.GetProperty("processes").EnumerateArray().ToList());
            Assert.Equal(program.Id, process.GetProperty("source").GetProperty("pid").GetInt32());
            Assert.True(process.GetProperty("cpu_samples").GetProperty("samples").GetInt64() > 0);
            Assert.Contains(
                report.RootElement.GetProperty("not_recorded").EnumerateArray(),
                missing => missing.GetString()!.StartsWith("Only CPU samples are recorded", StringComparison.Ordinal));
            Assert.False(program.HasExited);
            Assert.Empty(Directory.GetFileSystemEntries(_folder["tmp"], "unpause-*"));
        }
        finally
        {
            program.Kill();
        }
    }

    /// <summary>The program runs all the same, and a live one isn't recorded; both say what to type.</summary>
    [Theory]
    [InlineData(null, "apt-get install linux-perf")]
    [InlineData("#!/bin/sh\necho 'Error:' >&2\necho 'Access to performance monitoring is limited.' >&2\nexit 255\n",
        "perf can't sample here (Access to performance monitoring is limited.)")]
    [InlineData("#!/bin/sh\nexec sleep 100\n", "perf can't sample here")]
    public void Perf_Missing_SaysWhatToType(string? perf, string said)
    {
        Directory.CreateDirectory(_folder["bin"]);
        foreach (var name in new[] { "python3", "dotnet", "sleep", "sh" })
            File.CreateSymbolicLink(Path.Combine(_folder["bin"], name), Cli.Program("/", "sh", "-c", $"command -v {name}").Output.Trim());
        if (perf is not null)
        {
            var file = Path.Combine(_folder["bin"], "perf");
            File.WriteAllText(file, perf);
            Cli.Program(_folder.Path, "chmod", "+x", file);
        }

        var run = InWith(_folder["bin"], "run", "--perf", "--", "/bin/sh", "-c", "echo out; exit 7");
        Assert.Equal(("out\n", 7), (run.Output, run.ExitCode));
        var words = run.Error.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        Assert.Contains(said, string.Join(' ', words), StringComparison.Ordinal);
        var id = Environment.ProcessId.ToString(CultureInfo.InvariantCulture);
        var record = InWith(_folder["bin"], "record", id, "--perf", "--for", "1s");
        Assert.Equal(2, record.ExitCode);
        Assert.Contains(said, record.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_folder["tmp"], "unpause-*"));
    }

    [Fact]
    public void Only_Frame_KeepsMatchingStacks()
    {
        var perf = RepositoryFolder.File("samples", "cpu", "go-1.19.perf.txt.gz");
        var all = Cli.Unpause("report", perf, "--format", "folded").Output.TrimEnd().Split('\n');
        var kept = Cli.Unpause("report", perf, "--only", "runtime.gcMark*", "--format", "folded").Output.TrimEnd().Split('\n');
        Assert.Equal(all.Where(line => line.Contains(";runtime.gcMark", StringComparison.Ordinal)), kept);
        var samples = kept.Sum(line => long.Parse(line[(line.LastIndexOf(' ') + 1)..], CultureInfo.InvariantCulture));
        var reported = Cli.Unpause("report", perf, "--only", "runtime.gcMark*").Output;
        Assert.Contains($"only stacks with runtime.gcMark*: {samples} of 1,037 samples", reported, StringComparison.Ordinal);
        var none = Cli.Unpause("report", perf, "--only", "nothing", "--format", "folded");
        Assert.Equal((2, ""), (none.ExitCode, none.Output));
        Assert.Contains("no stack has a frame that matches nothing", none.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Only_NoSamples_IsAnError()
    {
        var log = RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace");
        var reported = Cli.Unpause("report", log, "--only", "runtime.gc*");
        Assert.Equal(2, reported.ExitCode);
        Assert.Contains("--only needs CPU samples", reported.Error, StringComparison.Ordinal);
        var perf = RepositoryFolder.File("samples", "cpu", "go-1.19.perf.txt.gz");
        Cli.Unpause("report", perf, "-q", "-o", _folder["stored.json"]);
        reported = Cli.Unpause("report", _folder["stored.json"], "--only", "runtime.gc*");
        Assert.Equal(2, reported.ExitCode);
        Assert.Contains("is a stored report", reported.Error, StringComparison.Ordinal);
    }

    /// <summary>Samples tell no pauses, so no budget of pauses is kept by them.</summary>
    [Fact]
    public void Perf_SamplesOnly_CannotJudgePauseBudgets()
    {
        var perf = RepositoryFolder.File("samples", "cpu", "go-1.19.perf.txt.gz");
        Assert.Equal(3, Cli.Unpause("report", perf, "--fail-on", "max_pause>200ms").ExitCode);
        Assert.Equal(3, Cli.Unpause("report", perf, "--fail-on", "throughput<95%").ExitCode);
        Assert.Equal(3, Cli.Unpause("report", perf, "--fail-on", "total_pause>1s").ExitCode);
    }

    private string Script() => _folder.Write("collecting.py", System.Text.Encoding.UTF8.GetBytes(Collecting));

    private Cli.Result In(params string[] arguments) => InWith(null, arguments);

    private Cli.Result InWith(string? path, params string[] arguments)
    {
        var environment = new Dictionary<string, string?> { ["TMPDIR"] = _folder["tmp"] };
        if (path is not null) environment["PATH"] = path;
        return Cli.UnpauseIn(_folder.Path, environment, arguments);
    }
}
