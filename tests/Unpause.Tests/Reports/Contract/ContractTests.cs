using System.Text.Json.Nodes;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports;
using Unpause.Reports.Documents;

namespace Unpause.Tests.Reports.Contract;

/// <summary>The published schema is the records', and what older versions published still holds.</summary>
public class ContractTests
{
    private const string Schema = "unpause.report-1.schema.json";

    /// <summary>Set to write the schema instead of comparing it: <c>schema/generate</c> does.</summary>
    private const string Regenerate = "UNPAUSE_REGENERATE";

    [Fact]
    public void Schema_File_EqualsTheRecords()
    {
        var path = RepositoryFolder.File("schema", Schema);
        var made = SchemaOfRecords.Text();
        if (Environment.GetEnvironmentVariable(Regenerate) is { Length: > 0 }) File.WriteAllText(path, made);
        Assert.True(made == File.ReadAllText(path), "the schema differs from the records: run schema/generate and commit what it writes");
    }

    [Fact]
    public void Contract_EveryRecord_IsReachedAndDescribed()
    {
        var reached = SchemaOfRecords.Reachable(typeof(ReportDocument));
        var all = typeof(ReportDocument).Assembly.GetTypes()
            .Where(type => type.Namespace == typeof(ReportDocument).Namespace
                && type is { IsClass: true, IsNested: false, IsPublic: true });
        Assert.Equal(
            all.Select(type => type.Name).Order(StringComparer.Ordinal), reached.Select(type => type.Name).Order(StringComparer.Ordinal));
        var schema = JsonNode.Parse(SchemaOfRecords.Text())!;
        foreach (var (name, definition) in schema["$defs"]!.AsObject())
        {
            Assert.False(definition!["description"] is null, $"{name} has no description");
            foreach (var (property, shape) in definition["properties"]!.AsObject())
            {
                Assert.False(shape!["description"] is null, $"{name}.{property} has no description");
            }
        }
    }

    public static TheoryData<string> Samples => new(
        "jvm/retaining-g1-jdk17.log.gz",
        "jvm/timed-g1-jdk25.jfr.gz",
        "jvm/zgc-jdk25.log.gz",
        "dotnet/server.nettrace.gz",
        "dotnet/large-objects.nettrace.gz",
        "dotnet/web.nettrace.gz", "go/catalog-stamped.gctrace", "python/cycles.upgc", "python/debug-stats.txt");

    /// <summary>Readers that know only the older schema find in a new report all that it promises.</summary>
    [Theory]
    [MemberData(nameof(Samples))]
    public void NewReport_WithoutAddedFields_KeepsTheOlderSchema(string sample)
    {
        var report = Report.Create(RuntimeTable.Default.Load([RecordingInput.File(RepositoryFolder.File("samples", sample))]).Recordings);
        var json = new JsonReportWriter(events: true).Text(report);
        Assert.Equal("", ContractSchema.Faults(json));
        Assert.Equal("", ContractSchema.Faults(json, OlderReports.File("schema.json"), withoutAdded: true));
    }

    [Fact]
    public void Requests_WithoutAddedFields_KeepTheOlderSchema()
    {
        var report = JudgedRequests.Of([JudgedRequests.EverySecond()], 50, JudgedRequests.Touched(Enumerable.Range(0, 20)));
        var json = new JsonReportWriter(events: true).Text(report);
        Assert.Equal("", ContractSchema.Faults(json));
        Assert.Equal("", ContractSchema.Faults(json, OlderReports.File("schema.json"), withoutAdded: true));
    }
}
