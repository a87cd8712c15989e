using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Unpause.Tests;

public sealed partial class LabCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void TheScriptShowsBugAndFix()
    {
        // So few objects that the fix leaves fewer collections than the rule asks for, however slow the machine is.
        var result = Lab("film", "--size", "60000");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("futile-collections", result.Output, StringComparison.Ordinal);
        Assert.Contains("fix: no finding", result.Output, StringComparison.Ordinal);
        Assert.Matches(@"gen0 collections +\d+ +\d+ +−\d+ %", result.Output);
    }

    [Fact]
    public void TheServiceShowsTheHolesAndNamesTheCollector()
    {
        var result = Lab("recommendations", "--seconds", "6", "--keep", _folder["kept"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("futile-collections", result.Output, StringComparison.Ordinal);
        Assert.Matches(@"gen0 collections +[\d,]+ +\d+ +−\d+ %", result.Output);
        Assert.Matches(@"a hole of [\d.]+ \w+ between \w+ and \w+ in trace [0-9a-f]{32}: [\d.]+ \w+ of it in \d+ gen", Unwrapped(result.Output));
        Assert.Matches("p99 without the collector: .* predicted", Unwrapped(result.Output));
        foreach (var (run, column) in new[] { ("bug-1", 1), ("fix-1", 2) })
        {
            var asked = File.ReadAllLines(Path.Combine(_folder["kept"], run, "requests.csv")).Length - 1;
            Assert.Equal(asked, Number(RequestsRow().Match(result.Output).Groups[column].Value));
            Assert.InRange(asked, 50, 7 * 80);
            Assert.InRange(Traces(run), asked, 2 * asked);
        }
    }

    [Fact]
    public void WithoutThePackagesItSaysWhatToInstallAndRunsTheScript()
    {
        // A virtual environment has no packages of the system.
        var empty = _folder["empty"];
        Assert.Equal(0, Cli.Program(_folder.Path, "/usr/bin/python3", "-m", "venv", "--without-pip", empty).ExitCode);
        var tools = Path.Combine(empty, "bin");
        File.CreateSymbolicLink(Path.Combine(tools, "env"), "/usr/bin/env");
        var script = LabWithPath(tools);
        Assert.True(script.ExitCode == 0, script.ToString());
        Assert.Matches(@"gen0 collections +[\d,]+ +\d+ +−\d+ %", script.Output);
        var nothing = LabWithPath("/no/such/folder");
        Assert.True(nothing.ExitCode == 2, nothing.ToString());
        Assert.Equal("", nothing.Output);
        foreach (var result in new[] { script, nothing })
        {
            Assert.Contains("apt-get install python3-flask gunicorn python3-locust", result.Error, StringComparison.Ordinal);
            Assert.Contains("unpause lab film", result.Error, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("say which lab: recommendations, film")]
    [InlineData("there is no lab 'nonesuch'", "nonesuch")]
    [InlineData("try: unpause lab recommendations --help", "recommendations", "--size", "5")]
    [InlineData("--rate must be from 1 to 1000", "recommendations", "--rate", "0")]
    [InlineData("--slow soon is no duration", "recommendations", "--slow", "soon")]
    public void MistakesSayWhatToType(string expected, params string[] arguments)
    {
        var result = Lab(arguments);
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.Contains(expected, result.Error, StringComparison.Ordinal);
        Assert.Equal("", result.Output);
    }

    private Cli.Result LabWithPath(string path) => Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?> { ["PATH"] = path }, "lab", "recommendations");

    private Cli.Result Lab(params string[] arguments) => Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), ["lab", .. arguments]);

    /// <summary>How many traces the service wrote, each checked for what OTLP asks for.</summary>
    private int Traces(string run)
    {
        var traces = new HashSet<string>(StringComparer.Ordinal);
        foreach (var line in File.ReadLines(Path.Combine(_folder["kept"], run, "spans.jsonl")))
        {
            using var json = JsonDocument.Parse(line);
            var spans = json.RootElement.GetProperty("resourceSpans")[0].GetProperty("scopeSpans")[0].GetProperty("spans").EnumerateArray().ToList();
            var root = spans.Single(span => span.GetProperty("parentSpanId").GetString() == "");
            Assert.All(spans.Where(span => span.GetRawText() != root.GetRawText()), span => Assert.Equal(root.GetProperty("spanId").GetString(), span.GetProperty("parentSpanId").GetString()));
            Assert.Matches("^[0-9a-f]{32}$", root.GetProperty("traceId").GetString());
            traces.Add(root.GetProperty("traceId").GetString()!);
        }

        return traces.Count;
    }

    private static int Number(string text) => int.Parse(text, NumberStyles.AllowThousands, CultureInfo.InvariantCulture);

    private static string Unwrapped(string text) => Space().Replace(text, " ");

    [GeneratedRegex(@"^ +requests +([\d,]+) +([\d,]+)", RegexOptions.Multiline)]
    private static partial Regex RequestsRow();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Space();
}
