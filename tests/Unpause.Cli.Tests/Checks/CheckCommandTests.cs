using System.Text.Json;
using System.Xml.Linq;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Checks;

/// <summary><c>unpause check</c> as a user types it.</summary>
public sealed class CheckCommandTests : IDisposable
{
    private const string Schema = "unpause.verdicts-1.schema.json";

    private static readonly string Retaining = RepositoryFolder.File("samples", "jvm", "retaining-g1-jdk17.log.gz");
    private static readonly string Dropped = RepositoryFolder.File("samples", "jvm", "dropped-g1-jdk17.log.gz");

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(0, "{metric: max_pause, limit: 600ms}")]
    [InlineData(1, "{metric: max_pause, limit: 500ms}")]
    [InlineData(0, "{metric: max_pause, limit: 500ms, tolerance: 10%}")]
    [InlineData(3, "{metric: max_pause, limit: 500ms, process: absent}")]
    [InlineData(3, "{metric: max_pause, limit: 500ms, min_pauses: 1000}")]
    [InlineData(3, "{metric: p99_request, limit: 1s}")]
    [InlineData(1, "{metric: p99_request, limit: 1s}, {metric: max_pause, limit: 500ms}")]
    [InlineData(3, "{metric: p99_request, limit: 1s}, {metric: max_pause, limit: 600ms}")]
    [InlineData(2, "{metric: max_puase, limit: 1s}")]
    public void Check_ExitCode_IsTheWorstVerdict(int code, string budgets)
    {
        Write($"budgets: [{budgets}]");
        var result = Check(Retaining, "--format", "json");
        Assert.True(result.ExitCode == code, result.ToString());
        const string Mistake = "unpause: budgets.yaml, line 1, column 20: 'max_puase' is not a known metric";
        if (code == 2) Assert.StartsWith(Mistake, result.Error, StringComparison.Ordinal);
        else Assert.Equal("", ContractSchema.Faults(result.Output, Schema));
    }

    /// <summary>The numbers are those of the report: in milliseconds, percent and bytes.</summary>
    [Fact]
    public void Check_Numbers_MatchTheReport()
    {
        Write("budgets: [{metric: max_gc_pause, limit: 1ns}, {metric: peak_heap, limit: 1b}, {metric: gc_throughput, limit: 100%}, "
            + "{metric: collections, limit: 0}]");
        using var report = JsonDocument.Parse(Cli.Unpause("report", Retaining, "--format", "json").Output);
        var process = report.RootElement.GetProperty("processes")[0];
        using var verdicts = JsonDocument.Parse(Check(Retaining, "--format", "json").Output);
        double[] expected =
        [
            process.GetProperty("pauses").GetProperty("max_ms").GetDouble(),
            process.GetProperty("heap").GetProperty("peak_bytes").GetDouble(),
            process.GetProperty("pauses").GetProperty("throughput_percent").GetDouble(),
            process.GetProperty("collections").GetProperty("count").GetDouble(),
        ];
        var reported = verdicts.RootElement.GetProperty("verdicts").EnumerateArray().ToList();
        Assert.Equal(expected, reported.Select(verdict => Math.Round(verdict.GetProperty("results")[0].GetProperty("value").GetDouble(),
            6)));
        Assert.Equal(["ms", "bytes", "percent", "count"], reported.Select(verdict => verdict.GetProperty("unit").GetString()));
    }

    [Fact]
    public void Check_Baseline_IsBesideTheBudgetsOrNamed()
    {
        Directory.CreateDirectory(_folder["kept"]);
        Assert.Equal(0, Cli.Unpause("report", Dropped, "-q", "-o", _folder["kept/main.json"]).ExitCode);
        Write("budgets: [{metric: max_pause, limit: +10%, baseline: kept/main.json}]");
        Assert.Equal(0, Check(Dropped, "-q").ExitCode);
        var broken = Check(Retaining);
        Assert.Equal(1, broken.ExitCode);
        Assert.Contains("(+10% of 9.23 ms in kept/main.json)", broken.Output.Replace("\n       ", " "), StringComparison.Ordinal);
        // From another folder it is the same file; --baseline takes precedence, and may be a recording.
        Assert.Equal(1, Cli.Unpause("check", Retaining, "--budget", _folder["budgets.yaml"]).ExitCode);
        Assert.Equal(0, Check(Retaining, "--baseline", Retaining).ExitCode);
        Assert.Equal(1, Check(Retaining, "--baseline", "kept/main.json").ExitCode);
        var absent = Check(Retaining, "--baseline", "absent.json");
        Assert.Equal((2, "unpause: absent.json: no such file or folder\n"), (absent.ExitCode, absent.Error));

        File.CreateSymbolicLink(_folder["link.json"], _folder["kept/main.json"]);
        Directory.CreateSymbolicLink(_folder["there"], _folder["kept"]);
        File.WriteAllText(_folder["no.json"], "{}");
        foreach (var (name, said) in (ReadOnlySpan<(string, string)>)[("link.json", "it is a link; name it with --baseline"),
            ("there/main.json", "there is no such folder"), ("absent.json", "no such file"), ("no.json", "is not a stored report")])
        {
            Write($"budgets: [{{metric: max_pause, limit: +10%, baseline: {name}}}]");
            var refused = Check(Retaining);
            Assert.True(refused.ExitCode == 2 && refused.Error.Contains(said, StringComparison.Ordinal), refused.ToString());
        }
    }

    [Fact]
    public void Check_StoredReports_AreJudgedLikeRecordings()
    {
        Assert.Equal(0, Cli.Unpause("report", Dropped, "-q", "-o", _folder["a.json"], "--service", "shop").ExitCode);
        Assert.Equal(0, Cli.Unpause("report", Retaining, "-q", "-o", _folder["b.json"], "--service", "cart").ExitCode);
        Write("budgets: [{metric: max_pause, limit: 500ms, service: sh*}]");
        Assert.Equal(0, Check("a.json", "b.json").ExitCode);
        Assert.Equal(0, Check("*.json").ExitCode);
        Write("budgets: [{metric: max_pause, limit: 500ms}]");
        var both = Check("a.json", "b.json", "-q");
        Assert.Equal((1, ""), (both.ExitCode, both.Output));
        Assert.StartsWith("unpause: BROKEN: max_pause <= 500ms: max_pause 538 ms in cart: ", both.Error, StringComparison.Ordinal);
        Assert.Equal(2, Check("a.json", "--slow", "1s", "--requests", "x").ExitCode);
    }

    [Fact]
    public void Check_Requests_UseTheOptionsOfReport()
    {
        Write("budgets: [{metric: slow_requests, limit: 0}, {metric: p99_request, limit: 2s, min_requests: 100}]");
        var result = Check(
            RepositoryFolder.File("samples", "requests", "service.upgc.gz"), "--requests",
            RepositoryFolder.File("samples", "requests", "requests.csv"), "--slow", "100ms", "--format", "json");
        Assert.Equal(1, result.ExitCode);
        using var json = JsonDocument.Parse(result.Output);
        Assert.Equal(["broken", "kept"],
            json.RootElement.GetProperty("verdicts").EnumerateArray().Select(verdict => verdict.GetProperty("outcome").GetString()));
        Assert.Contains("--requests needs a threshold", Check(Retaining, "--requests", "x").Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Check_OutputExtension_SelectsTheFormat()
    {
        Write("budgets: [{metric: max_pause, limit: 500ms, name: one}, {metric: pauses, limit: 1000}, {metric: max_wait, limit: 1s}]");
        var result = Check(Retaining, "-o", "a.junit.xml", "-o", "a.md", "-o", "a.json", "-o", "a.txt");
        Assert.True(result.ExitCode == 1, result.ToString());
        var suite = XDocument.Load(_folder["a.junit.xml"]).Root!.Element("testsuite")!;
        string[] counts = ["tests", "failures", "errors", "skipped"];
        Assert.Equal(["3", "1", "1", "0"], counts.Select(name => suite.Attribute(name)!.Value));
        Assert.Contains("| BROKEN | one | 538 ms | ≤ 500 ms |", File.ReadAllText(_folder["a.md"]), StringComparison.Ordinal);
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(_folder["a.json"]), Schema));
        Assert.Equal(result.Output, File.ReadAllText(_folder["a.txt"]));
        Assert.Equal(File.ReadAllText(_folder["a.md"]), Check(Retaining, "--format", "markdown").Output);
        Assert.Contains("use .junit.xml, .md, .json or .txt", Check(Retaining, "-o", "a.html").Error, StringComparison.Ordinal);
        Assert.Contains("did you mean github?", Check(Retaining, "--format", "gihtub").Error, StringComparison.Ordinal);
        Assert.Contains("cannot be written", Check(Retaining, "-o", "absent/a.json").Error, StringComparison.Ordinal);
    }

    /// <summary>No line of the table is a command, whatever the recording is called.</summary>
    [Fact]
    public void Check_GitHub_OnlyAnnotationsAreCommands()
    {
        var log = _folder["::set-env name=A::b.log.gz"];
        File.Copy(Retaining, log);
        Write("budgets: [{metric: max_pause, limit: 1ms}, {metric: pauses, limit: 0, tolerance: 1000}]");
        var lines = Check(log, "--format", "github").Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var token = lines[0]["::stop-commands::".Length..];
        var end = Array.IndexOf(lines, $"::{token}::");
        Assert.True(token.Length > 20 && end > 0, lines[0]);
        Assert.Equal(["::error file=budgets.yaml,line=1,", "::warning file=budgets.yaml,line=1,"],
            lines[(end + 1)..].Select(line => line[..(line.IndexOf("title", StringComparison.Ordinal))]));
    }

    [Fact]
    public void Check_Init_NeverOverwrites()
    {
        var first = Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), "check", "--init", Retaining);
        Assert.True(first.ExitCode == 0, first.ToString());
        Assert.Equal("", first.Output);
        Assert.Equal(0, Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), "check", Retaining).ExitCode);
        var written = File.ReadAllText(_folder["budgets.yaml"]);
        var again = Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), "check", "--init", Dropped);
        Assert.Equal((2, "unpause: budgets.yaml exists and is not overwritten: name another file with --budget, or remove it\n"),
            (again.ExitCode, again.Error));
        Assert.Equal(written, File.ReadAllText(_folder["budgets.yaml"]));
        Assert.Equal(0, Check("--init", Dropped, "--budget", "other.yaml").ExitCode);
        Assert.Equal(1, Check(Retaining, "--budget", "other.yaml").ExitCode);
        File.CreateSymbolicLink(_folder["dangling.yaml"], _folder["nowhere"]);
        Assert.Equal(2, Check("--init", Dropped, "--budget", "dangling.yaml").ExitCode);
        Assert.False(File.Exists(_folder["nowhere"]));
        Assert.Equal(2, Check("--init", "absent.log", "--budget", "none.yaml").ExitCode);
        Assert.False(File.Exists(_folder["none.yaml"]));
    }

    [Fact]
    public void Check_Mistakes_SayWhatToType()
    {
        var none = Check(Retaining);
        Assert.Equal((2, ""), (none.ExitCode, none.Output));
        Assert.StartsWith("unpause: budgets.yaml: no such file. Write a first one: "
            + $"unpause check --init {Retaining} --budget budgets.yaml", none.Error,
            StringComparison.Ordinal);
        File.WriteAllBytes(_folder["budgets.yaml"], [0xFF, 0xFE, 0x00]);
        Assert.Contains("budgets.yaml is not UTF-8 text", Check(Retaining).Error, StringComparison.Ordinal);
        File.WriteAllText(_folder["budgets.yaml"], "# " + new string('x', 256 * 1024));
        Assert.Contains("is larger than 256 KiB", Check(Retaining).Error, StringComparison.Ordinal);
        Write("budgets: [{metric: max_pause, limit: 1ms}]");
        Assert.Equal(2, Check(RepositoryFolder.File("samples", "jvm", "README.md")).ExitCode);
        Assert.Contains("--baseline x is not used", Check(Retaining, "--baseline", "x").Error, StringComparison.Ordinal);
        Assert.Equal(2, Check("--init", Retaining, "-o", "a.md").ExitCode);
    }

    /// <summary>A part that can't be read is told, when nothing worse is.</summary>
    [Fact]
    public void Check_PartlyUnreadable_IsExitCode4()
    {
        Write("budgets: [{metric: max_pause, limit: 1h}]");
        File.WriteAllText(_folder["other.log"], "nothing\n");
        Assert.Equal(4, Check(Retaining, "other.log", "-q").ExitCode);
        Write("budgets: [{metric: max_pause, limit: 1ms}]");
        Assert.Equal(1, Check(Retaining, "other.log", "-q").ExitCode);
    }

    /// <summary>Root's second process reads the budgets and what they name, and nothing else.</summary>
    [RootFact]
    public void Check_FilesOfRoot_AreChecked()
    {
        Assert.Equal(0, Cli.Unpause("report", Dropped, "-q", "-o", _folder["main.json"]).ExitCode);
        File.Copy(Retaining, _folder["gc.log.gz"]);
        Write("budgets: [{metric: max_pause, limit: +10%, baseline: main.json}]");
        Assert.Equal(0, Cli.Program(_folder.Path, "sh", "-c", "chmod 600 *; chmod 700 .").ExitCode);
        var result = Check("gc.log.gz", "-o", "a.junit.xml");
        Assert.True(result.ExitCode == 1 && File.Exists(_folder["a.junit.xml"]), result.ToString());
    }

    private void Write(string yaml) => File.WriteAllText(_folder["budgets.yaml"], yaml);

    private Cli.Result Check(params string[] arguments) =>
        Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?> { ["COLUMNS"] = "100" }, ["check", .. arguments]);
}
