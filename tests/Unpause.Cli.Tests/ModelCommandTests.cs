using System.Text.Json;
using Unpause.Tests;

namespace Unpause.Cli.Tests;

/// <summary><c>unpause model</c> as a process, with numbers and on recordings.</summary>
public class ModelCommandTests
{
    private const string Schema = "unpause.model-1.schema.json";
    private static readonly string[] Incident = ["model", "--traffic", "512MiB/s", "--survivors", "1GiB", "--limit"];

    private static string Fixture(string name) => RepositoryFolder.File("tests", "Unpause.Tests", "fixtures", "models", name);

    [Theory]
    [InlineData("10GiB", "one full GC of 500 ms every 18 s, which is 3 % of run time")]
    [InlineData("3GiB", "one full GC of 500 ms every 4 s, which is 11 % of run time")]
    public void Model_NumbersOfTheIncident_MatchTheFormula(string limit, string answer)
    {
        var result = Cli.Unpause([.. Incident, limit]);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains(answer, result.Output, StringComparison.Ordinal);
        Assert.Contains("6 s and 8 %", result.Output.ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("1 GiB survive each GC", "--traffic", "1GiB/s", "--survivors", "1GiB", "--limit", "1GiB")]
    [InlineData("without allocation no GC ever runs", "--traffic", "0b", "--survivors", "1GiB", "--limit", "2GiB")]
    [InlineData("give a size with its unit", "--traffic", "512", "--survivors", "1GiB", "--limit", "2GiB")]
    [InlineData("with no survivors the model predicts no pause", "--traffic", "1GiB/s", "--survivors", "0b", "--limit", "2GiB")]
    [InlineData("give a duration", "--traffic", "1GiB/s", "--survivors", "1GiB", "--limit", "2GiB", "--pause-per-gib", "fast")]
    [InlineData("all three numbers with one limit", "--traffic", "1GiB/s")]
    public void Model_ImpossibleNumbers_AreOneSentence(string sentence, params string[] numbers)
    {
        var result = Cli.Unpause(["model", .. numbers]);
        Assert.Equal(2, result.ExitCode);
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("bug in unpause", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Model_Recording_PredictsTwiceTheMemory()
    {
        var result = Cli.Unpause("model", Fixture("parallel-800m.log.gz"), "--limit", "500m", "--limit", "100m");
        Assert.True(result.ExitCode == 0, result.ToString());
        var text = result.Output.ReplaceLineEndings(" ");
        Assert.Contains(
            "(JVM, Parallel): With -Xmx 800 MiB 21 % of run time is spent in GC. With twice the memory: 13 % (9.1 % to 19 %).",
            text, StringComparison.Ordinal);
        Assert.Contains("100 MiB is too small", text, StringComparison.Ordinal);
        Assert.Contains("800 MiB ← now", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Model_RequestsWithAnotherThreshold_PredictsP99()
    {
        var result = Cli.Unpause(
            "model", RepositoryFolder.File("samples", "requests", "service.upgc.gz"), "--requests",
            RepositoryFolder.File("samples", "requests", "requests.csv"), "--slow", "200ms", "--gc-threshold", "7000", "--gogc", "400",
            "--format", "json");
        Assert.True(result.ExitCode == 0, result.ToString());
        using var document = JsonDocument.Parse(result.Output);
        Assert.Equal("", ContractSchema.Faults(result.Output, Schema));
        var whatIf = document.RootElement.GetProperty("processes")[0].GetProperty("what_if");
        Assert.Equal(JsonValueKind.Null, whatIf.GetProperty("refused_reason").ValueKind);
        var measured = whatIf.GetProperty("measured_p99_ms").GetDouble();
        var settings = whatIf.GetProperty("settings");
        var (now, other, gogc) = (settings[0], settings[2], settings[1]);
        var latency = now.GetProperty("latency");
        Assert.InRange(measured, latency.GetProperty("p99_low_ms").GetDouble(), latency.GetProperty("p99_high_ms").GetDouble());
        Assert.Equal(7000, other.GetProperty("value").GetDouble());
        Assert.Equal(0.1, other.GetProperty("young_pauses_factor").GetDouble());
        Assert.Equal(JsonValueKind.Null, gogc.GetProperty("latency").ValueKind);
        Assert.NotEmpty(gogc.GetProperty("refused_reason").GetString()!);
    }

    [Theory]
    [InlineData(3, "What if: no answer", "--requests", "samples/requests/spans.jsonl.gz", "--slow", "200ms")]
    [InlineData(2, "--requests needs a threshold", "--requests", "samples/requests/requests.csv")]
    [InlineData(2, "add --requests FILE --slow 50ms", "--gc-threshold", "7000")]
    [InlineData(2, "give a number above 0", "--gc-threshold", "-1", "--requests", "samples/requests/requests.csv", "--slow", "200ms")]
    [InlineData(2, "give a size with its unit", "--young", "1", "--requests", "samples/requests/requests.csv", "--slow", "200ms")]
    public void Model_RequestsWithoutAnswer_SaysWhy(int exitCode, string sentence, params string[] options)
    {
        var result = Cli.UnpauseIn(
            RepositoryFolder.File("."), new Dictionary<string, string?>(), ["model", "samples/requests/service.upgc.gz", .. options]);
        Assert.Equal(exitCode, result.ExitCode);
        Assert.Contains(sentence, result.Output + result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Model_Files_HaveTheContract()
    {
        using var folder = new TemporaryFolder();
        var (page, json) = (Path.Combine(folder.Path, "model.html"), Path.Combine(folder.Path, "model.json"));
        var result = Cli.Unpause(
            "model", Fixture("parallel-800m.log.gz"), Fixture("dotnet.nettrace.gz"), Fixture("go-gogc100.gctrace"), "--limit", "100m", "-o",
            page, "-o", json);
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.True(EmbeddedDocument.IsOf(page, json));
        Assert.Contains("<pre>parallel-800m.log.gz (JVM, Parallel): With", File.ReadAllText(page), StringComparison.Ordinal);
        Assert.Equal("", ContractSchema.Faults(File.ReadAllText(json), Schema));
        using var document = JsonDocument.Parse(File.ReadAllText(json));
        Assert.Equal(3, document.RootElement.GetProperty("processes").GetArrayLength());
        Assert.Equal("", ContractSchema.Faults(Cli.Unpause([.. Incident, "10GiB", "--format", "json"]).Output, Schema));
    }

    [Fact]
    public void Model_UnsupportedCollector_IsRefusedByName()
    {
        var result = Cli.Unpause("model", RepositoryFolder.File("samples", "python", "sessions-kept.upgc"));
        Assert.Equal(3, result.ExitCode);
        Assert.Contains("no model: CPython collects by object counts", result.Output.ReplaceLineEndings(" "), StringComparison.Ordinal);
        var json = Cli.Unpause("model", RepositoryFolder.File("samples", "python", "sessions-kept.upgc"), "--format", "json");
        Assert.Equal("", ContractSchema.Faults(json.Output, Schema));
    }

    [Theory]
    [InlineData("no such file", "absent.log")]
    [InlineData("no recording in ", "")]
    public void Model_NoRecording_IsReported(string sentence, string name)
    {
        using var folder = new TemporaryFolder();
        var text = Path.Combine(folder.Path, "notes.txt");
        File.WriteAllText(text, "bread and butter\n");
        var result = Cli.Unpause("model", name.Length > 0 ? Path.Combine(folder.Path, name) : text);
        Assert.Equal(2, result.ExitCode);
        Assert.Contains(sentence, result.Error, StringComparison.Ordinal);
    }
}
