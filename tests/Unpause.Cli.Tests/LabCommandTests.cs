using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Unpause.Recordings;

namespace Unpause.Cli.Tests;

[Trait("Tier", "live")]
public sealed partial class LabCommandTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void FilmLab_Run_ShowsBugAndFix()
    {
        // So few objects that the fix leaves fewer collections than the rule requires, on any machine.
        var result = Lab("film", "--size", "60000");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("futile-collections", result.Output, StringComparison.Ordinal);
        // On a busy machine the few remaining collections may take 10 % of its 0.1 s: this only suggests a longer recording.
        var fix = result.Output[result.Output.LastIndexOf("\nfix:", StringComparison.Ordinal)..];
        Assert.DoesNotMatch("HIGH|MEDIUM|LOW|futile-collections", fix);
        Assert.Matches(@"GC time +[\d.]+ % +[\d.]+ %", result.Output);
        Assert.Matches(@"\ngone  1\d\d of 1\d\d collections freed almost nothing", result.Output);
        Assert.Matches(
            @"\n\nrun time of the script [\d.]+ \w+ → [\d.]+ \w+: [+−]?[\d.]+ %\.( The machine was .* busy .*)?\n$", Ending(result));
        Assert.DoesNotContain(" \n", result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void RecommendationsLab_Run_ShowsGapsAndBlamesGc()
    {
        var result = Lab("recommendations", "--verbose", "--seconds", "6", "--keep", _folder["kept"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("futile-collections", result.Output, StringComparison.Ordinal);
        Assert.Matches(@"GC time +[\d.]+ % +[\d.]+ %", result.Output);
        Assert.Matches(
            @"a gap of [\d.]+ \w+ between \w+ and \w+ in trace [0-9a-f]{32}: [\d.]+ \w+ of it are GC pauses \(\d+ gen",
            Unwrapped(result.Output));
        var output = Unwrapped(result.Output);
        // On a busy machine the clocks of a run this short may contradict each other: then the reason is there.
        Assert.Matches("p99 without GC: (predicted .*, measured|not judged .*: .* busy) ", output);
        Assert.Matches(@"\n\np99 [\d.]+ \w+ → [\d.]+ \w+: [+−]?[\d.]+ %\.", Ending(result));
        foreach (var (run, column) in new[] { ("bug-1", 1), ("fix-1", 2) })
        {
            var asked = File.ReadAllLines(Path.Combine(_folder["kept"], run, "requests.csv")).Length - 1;
            Assert.Equal(asked, Number(RequestsRow().Match(result.Output).Groups[column].Value));
            Assert.InRange(asked, 50, 7 * 80);
            Assert.InRange(Traces(run), asked, 2 * asked);
        }
    }

    [Fact]
    public void WebAppLab_Run_NamesThreeCausesAndTheFixRemovesThem()
    {
        var result = Lab("web-app", "--together", "--seconds", "9", "--keep", _folder["kept"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        var (original, repaired) = Findings(result, "fixed");
        Assert.Matches(
            @"induced-collections .* induced by WebApp\.CollectingObserver\.OnLowMemory ← WebApp\.MemoryMonitor\.RaiseLowMemory ← "
            + @"WebApp\.MemoryMonitor\.Check ← ",
            original);
        Assert.Contains("large-object-churn", original, StringComparison.Ordinal);
        Assert.Matches(@"backing arrays of HashSet( or Dictionary)?: .* WebApp\.ListCaches\.Compute .* ChunkedHashSet<T>", original);
        Assert.Matches(@"Base64 strings: .* WebApp\.BufferedAnswers\.Base64 .* Base64XmlStream", original);
        Assert.Matches(
            @"(whole JSON texts|backing arrays of MemoryStream|byte arrays, char arrays and strings): .* "
            + @"WebApp\.BufferedAnswers\.\w+ .* PooledMemoryStream",
            original);
        Assert.DoesNotContain("induced-collections", repaired, StringComparison.Ordinal);
        Assert.DoesNotContain("large-object-churn", repaired, StringComparison.Ordinal);
        var induced = Row(result, "induced GCs");
        Assert.NotEqual("0", induced[0]);
        Assert.Equal("0", induced[1]);
        Falls(result, "pauses, total");
        Falls(result, "gen2 collections");
        Falls(result, "longest blocking gen2");
        Falls(result, "large objects allocated", 10);
        Falls(result, "most memory in use");
        AssertAllAreAnswered(result, "original-1", "fixed-1");
    }

    [LongFact]
    public void WebAppLab_Shares_ShowEachFix()
    {
        var result = Lab("web-app", "--keep", _folder["kept"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        AssertAllAreAnswered(result, "original-1", "caches-1", "answers-1", "limit-1", "fixed-1");
        // Independent of the machine: large objects come only from the caches and the responses.
        var large = Row(result, "large objects");
        Assert.Equal(5, large.Length);
        Assert.InRange(Quantity(large[0]), 10, 50);
        Assert.InRange(Quantity(large[1]), 50, 90);
        Assert.InRange(Quantity(large[2]), -5, 5);
        Assert.InRange(Quantity(large[3]), -5, 5);
        foreach (var row in new[] { "slow requests", "p99", "time in pauses", "gen2 collections" })
        {
            Assert.Matches($@"\n  {row}( +(−?\d+ %|–)){{4}} +((< )?[−+]?[\d.]+ %|–) *\n", result.Output);
        }
    }

    [Fact]
    public void RpcClientLab_Run_NamesTheLifetimeAndBothFixesRemoveIt()
    {
        var result = Lab("rpc-client", "--seconds", "9", "--rate", "600", "--keep", _folder["kept"]);
        Assert.True(result.ExitCode == 0, result.ToString());
        var (retaining, repaired) = Findings(result, "reference-dropped");
        Assert.Matches(@"Objects are retained for about [34567]\.\d s, too long for the young generation", retaining);
        Assert.Contains("objects-retained-too-long", retaining, StringComparison.Ordinal);
        Assert.Matches(
            @"retained by HashedWheelTimer\$HashedWheelTimeout\.task \(of [\d,]+ whose retainer is known\): "
            + @".* TimeoutCheckTask\.future ← ",
            retaining);
        Assert.DoesNotContain("HashedWheelTimeout", repaired, StringComparison.Ordinal);
        Assert.DoesNotContain("objects-retained-too-long", repaired, StringComparison.Ordinal);
        Falls(result, "pauses, total", 2);
        Falls(result, "object lifetime, at most", 5);
        Falls(result, "young bytes that survive", 3);
        Falls(result, "promoted per second", 5);
        Falls(result, "most memory in use");
        Assert.Matches(
            @"\n\np99 [\d.]+ \w+ → [\d.]+ \w+ with reference-dropped \([+−]?[\d.]+ %\), "
            + @"[\d.]+ \w+ with timeout-cancelled \([+−]?[\d.]+ %\)\.",
            Ending(result));
        AssertAllAreAnswered(result, "retaining-1", "reference-dropped-1", "timeout-cancelled-1");
        foreach (var run in new[] { "retaining-1", "timeout-cancelled-1" })
        {
            Assert.Equal("FLR\0"u8, File.ReadAllBytes(Path.Combine(_folder["kept"], run, "recording", "client.jfr")).AsSpan(0, 4));
        }
    }

    [Fact]
    public void RecommendationsLab_MissingPackages_RunsTheScript()
    {
        // A virtual environment lacks the system's packages.
        var empty = _folder["empty"];
        Assert.Equal(0, Cli.Program(_folder.Path, "/usr/bin/python3", "-m", "venv", "--without-pip", empty).ExitCode);
        var tools = Path.Combine(empty, "bin");
        File.CreateSymbolicLink(Path.Combine(tools, "env"), "/usr/bin/env");
        var script = LabWithPath(tools);
        Assert.True(script.ExitCode == 0, script.ToString());
        Assert.Matches(@"GC time +[\d.]+ % +[\d.]+ %", script.Output);
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
    [InlineData("name a lab: recommendations, film, web-app, rpc-client, chat, checkout")]
    [InlineData("there is no lab 'nonesuch'", "nonesuch")]
    [InlineData("try: unpause lab recommendations --help", "recommendations", "--size", "5")]
    [InlineData("--rate must be from 1 to 10000", "recommendations", "--rate", "0")]
    [InlineData("--slow soon is not a duration", "recommendations", "--slow", "soon")]
    public void Lab_Mistakes_SayWhatToType(string expected, params string[] arguments)
    {
        var result = Lab(arguments);
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.Contains(expected, result.Error, StringComparison.Ordinal);
        Assert.Equal("", result.Output);
    }

    [Fact]
    public void RpcClientLab_NoJdk_SaysWhatToInstall()
    {
        var result = Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?> { ["PATH"] = "/no/such/folder" }, "lab", "rpc-client");
        Assert.True(result.ExitCode == 2, result.ToString());
        Assert.Contains("apt-get install openjdk-17-jdk-headless libnetty-java", result.Error, StringComparison.Ordinal);
    }

    /// <summary>The last paragraph, with the empty line before it.</summary>
    private static string Ending(Cli.Result result) =>
        "\n\n" + Unwrapped(result.Output[(result.Output.LastIndexOf("\n\n", StringComparison.Ordinal) + 2)..]).TrimEnd() + "\n";

    /// <summary>What is said of the first mode, and of all others.</summary>
    private static (string First, string Others) Findings(Cli.Result result, string secondMode)
    {
        var text = result.Output[
            result.Output.IndexOf(
                "\n\n",
                result.Output.LastIndexOf("requests took longer", StringComparison.Ordinal),
                StringComparison.Ordinal)..];
        var others = text.LastIndexOf($"\n{secondMode}:", StringComparison.Ordinal);
        Assert.True(others >= 0, result.ToString());
        others = text.IndexOf($"\n{secondMode}:", StringComparison.Ordinal);
        return (Unwrapped(text[..others]), Unwrapped(Gone().Replace(text[others..], "")));
    }

    /// <summary>A row of the side-by-side table: a cell a mode.</summary>
    private static string[] Row(Cli.Result result, string name)
    {
        var line = result.Output.Split('\n').FirstOrDefault(line => line.StartsWith($"  {name}  ", StringComparison.Ordinal));
        Assert.True(line is not null, result.ToString());
        return line[(name.Length + 2)..].Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
    }

    /// <summary>Every other mode's number is at least so many times smaller than the first one's.</summary>
    private static void Falls(Cli.Result result, string name, double times = 1)
    {
        var cells = Row(result, name);
        var values = cells.Where(cell => !cell.StartsWith('−') && !cell.StartsWith('+')).Select(Quantity).ToList();
        Assert.True(values.Count >= 2 && values[0] > 0, $"{name}: {string.Join(" | ", cells)}");
        Assert.All(values.Skip(1), value => Assert.True(value * times < values[0], $"{name}: {string.Join(" | ", cells)}"));
    }

    private static double Quantity(string cell)
    {
        if (Quantities.TryParseDuration(cell, out var duration)) return duration;
        if (Quantities.TryParseSize(cell, out var bytes)) return bytes;
        return double.Parse(
            cell.Replace("%", "", StringComparison.Ordinal),
            NumberStyles.Float | NumberStyles.AllowThousands,
            CultureInfo.InvariantCulture);
    }

    private void AssertAllAreAnswered(Cli.Result result, params string[] runs)
    {
        var cells = Row(result, "requests");
        for (var i = 0; i < runs.Length; i++)
        {
            Assert.Equal(File.ReadAllLines(Path.Combine(_folder["kept"], runs[i], "requests.csv")).Length - 1, Number(cells[i]));
        }
    }

    private Cli.Result LabWithPath(string path) =>
        Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?> { ["PATH"] = path }, "lab", "recommendations");

    private Cli.Result Lab(params string[] arguments) =>
        Cli.UnpauseIn(_folder.Path, new Dictionary<string, string?>(), ["lab", .. arguments]);

    /// <summary>How many traces the service wrote, each checked for what OTLP asks for.</summary>
    private int Traces(string run)
    {
        var traces = new HashSet<string>(StringComparer.Ordinal);
        foreach (var line in File.ReadLines(Path.Combine(_folder["kept"], run, "spans.jsonl")))
        {
            using var json = JsonDocument.Parse(line);
            var spans = json.RootElement.GetProperty("resourceSpans")[0]
                .GetProperty("scopeSpans")[0]
                .GetProperty("spans")
                .EnumerateArray()
                .ToList();
            var root = spans.Single(span => span.GetProperty("parentSpanId").GetString() == "");
            Assert.All(
                spans.Where(span => span.GetRawText() != root.GetRawText()),
                span => Assert.Equal(root.GetProperty("spanId").GetString(), span.GetProperty("parentSpanId").GetString()));
            Assert.Matches("^[0-9a-f]{32}$", root.GetProperty("traceId").GetString());
            traces.Add(root.GetProperty("traceId").GetString()!);
        }

        return traces.Count;
    }

    private static int Number(string text) => int.Parse(text, NumberStyles.AllowThousands, CultureInfo.InvariantCulture);

    private static string Unwrapped(string text) => Space().Replace(text, " ");

    [GeneratedRegex(@"^ +requests +([\d,]+) +([\d,]+)", RegexOptions.Multiline)]
    private static partial Regex RequestsRow();

    /// <summary>What the first mode had and the others don't.</summary>
    [GeneratedRegex(@"^gone  .*(\n(?!gone|new|stayed|unsteady|\n|\S+: ).*)*", RegexOptions.Multiline)]
    private static partial Regex Gone();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Space();
}
