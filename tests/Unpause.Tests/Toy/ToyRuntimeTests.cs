using System.Text;
using System.Text.Json;
using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Summaries;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports;
using Unpause.Reports.Html;
using Unpause.Tests.Reports;

namespace Unpause.Tests.Toy;

/// <summary>A runtime that no file of unpause knows is read, analysed, judged and shown like the others, by a row in a table.</summary>
public class ToyRuntimeTests
{
    private const string Log = """
        toy nursery at 10 ms for 2 ms, eden 100 of 400 lived
        toy nursery at 30 ms for 3 ms, eden 100 of 400 lived
        toy everything at 50 ms for 7 ms, eden 10 of 400 lived

        """;

    private static readonly RuntimeTable Table = new([.. RuntimeTable.Default.Runtimes, ToyRuntime.Row]);

    [Fact]
    public void ToyRuntime_DefaultTable_IsUnknown()
    {
        var loaded = RuntimeTable.Default.Load([Input(Log)]);
        Assert.Empty(loaded.Recordings);
        Assert.DoesNotContain(ToyRuntime.Id, RuntimeTable.Default.Ids);
    }

    [Fact]
    public void ToyRuntime_Row_AddsItsNames()
    {
        Assert.Contains(ToyRuntime.Id, Table.Ids);
        Assert.Contains(ToyRuntime.Format, Table.FormatNames);
        Assert.Contains(ToyRuntime.Everything, Table.Generations);
        Assert.Contains("attic", Table.SpaceNames);
        Assert.Contains(", logs of Rails with GC times, Toy logs,", Table.Inputs, StringComparison.Ordinal);
    }

    [Fact]
    public void ToyRuntime_Joiner_IsAsked() =>
        Assert.Equal(
            3, Assert.Single(Table.Load([Input(Log), Input(Log.Split('\n')[0] + "\n")]).Recordings).Collections.Count);

    [Fact]
    public void ToyRuntime_OtherRuntimes_AreReadAsBefore()
    {
        var sample = RepositoryFolder.File("samples", "go", "catalog-gogc800.gctrace");
        Assert.Equal(
            Samples.Describe(RuntimeTable.Default.Load([RecordingInput.File(sample)]).Recordings),
            Samples.Describe(Table.Load([RecordingInput.File(sample)]).Recordings));
    }

    [Fact]
    public void ToyRuntime_Numbers_AreOfItsGenerationsAndSpaces()
    {
        var summary = Summary.Compute(Load());
        Assert.Equal([ToyRuntime.Nursery, ToyRuntime.Everything], summary.Collections.ByGeneration.Select(row => row.Generation));
        Assert.Equal([ToyRuntime.Eden, ToyRuntime.Attic], summary.Spaces.Select(row => row.Space));
        Assert.Equal(3, summary.Spaces[0].Collected);
        Assert.Equal(1, summary.Spaces[1].Collected);
        Assert.Equal(100.0 * 210 / 1200, summary.Spaces[0].SurvivedPercent);
    }

    [Fact]
    public void ToyRuntime_Terminal_ShowsIt()
    {
        var shown = PlainConsole.Text(200, console => new TerminalReportWriter(verbose: true).Write(Report(), console));
        Assert.Contains("Toy", shown, StringComparison.Ordinal);
        Assert.Contains("the attic", shown, StringComparison.Ordinal);
        Assert.Contains("The Toy dawdles", shown, StringComparison.Ordinal);
        Assert.Matches("nursery[^\n]*\n[^\n]*everything", shown);
    }

    [Fact]
    public void ToyRuntime_Json_AddsOnlyItsNamesToTheSchema()
    {
        var json = Written(new JsonReportWriter(events: true));
        var process = JsonDocument.Parse(json).RootElement.GetProperty("processes")[0];
        Assert.Equal(ToyRuntime.Id, process.GetProperty("source").GetProperty("runtime").GetString());
        Assert.Equal(
            400, process.GetProperty("events")[0].GetProperty("spaces").GetProperty("eden").GetProperty("before_bytes").GetInt64());
        Assert.Equal("", ContractSchema.Faults(WithKnownNames(json)));
    }

    [Fact]
    public void ToyRuntime_PageAndMarkdown_ShowIt()
    {
        Assert.Contains(
            "\"runtime\":\"toy\"", Written(new HtmlReportWriter()).Replace(": ", ":", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.Contains("The Toy dawdles", Written(new MarkdownReportWriter()), StringComparison.Ordinal);
    }

    private static string WithKnownNames(string json)
    {
        (string Own, string Known)[] names =
        [
            ("toy-log", "gctrace"), ("toy", "go"), ("nursery", "gen0"), ("everything", "gen1"), ("eden", "gen0"), ("attic", "gen1")
        ];
        foreach (var (own, known) in names) json = json.Replace($"\"{own}\"", $"\"{known}\"", StringComparison.Ordinal);
        return json;
    }

    private static string Written(IReportWriter writer)
    {
        var stream = new MemoryStream();
        writer.Write(Report(), stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static Report Report()
    {
        var process = AnalysedProcess.From(Load());
        return new Report([process], Diagnoses.Run([process], [.. RuleCatalog.All, new DawdlingToy()]), []);
    }

    private static Recordings.Recording Load() => Assert.Single(Table.Load([Input(Log)]).Recordings);

    private static RecordingInput Input(string text) => new("toy.txt", () => new MemoryStream(Encoding.UTF8.GetBytes(text)));
}
