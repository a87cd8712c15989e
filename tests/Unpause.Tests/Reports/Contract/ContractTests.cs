using System.Text.Json.Nodes;
using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;
using Unpause.Reports;
using Unpause.Reports.Documents;

namespace Unpause.Tests.Reports.Contract;

/// <summary>The published schemas are the records', and what older versions published still holds.</summary>
public class ContractTests
{
    /// <summary>Set to write the schemas instead of comparing them: <c>schema/generate</c> does.</summary>
    private const string Regenerate = "UNPAUSE_REGENERATE";

    public static TheoryData<string> Schemas => new(SchemaOfRecords.All.Select(schema => schema.File));

    [Theory]
    [MemberData(nameof(Schemas))]
    public void Schema_OnDisk_IsMadeFromTheRecords(string file)
    {
        var path = RepositoryFolder.File("schema", file);
        var made = Made(file);
        if (Environment.GetEnvironmentVariable(Regenerate) is { Length: > 0 }) File.WriteAllText(path, made);
        Assert.True(made == File.ReadAllText(path), $"{file} differs from the records: run schema/generate and commit what it writes");
    }

    /// <summary>The budgets' schema is made from the parser's tables (<see cref="Checks.BudgetsSchemaTests"/>).</summary>
    [Fact]
    public void Schemas_OnDisk_AreAllMade()
    {
        var files = Directory.GetFiles(RepositoryFolder.File("schema"), "*.schema.json").Select(path => Path.GetFileName(path));
        Assert.Equal(
            files.Order(StringComparer.Ordinal),
            SchemaOfRecords.All.Select(schema => schema.File).Append("unpause.budgets-1.schema.json").Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Schemas))]
    public void Schema_EveryKey_IsDescribed(string file)
    {
        var schema = JsonNode.Parse(Made(file))!;
        foreach (var (name, definition) in schema["$defs"]!.AsObject().Append(KeyValuePair.Create("", (JsonNode?)schema)))
        {
            Assert.False(definition!["description"] is null, $"{name} has no description");
            foreach (var (property, shape) in definition["properties"]?.AsObject() ?? [])
            {
                Assert.False(shape!["description"] is null, $"{name}.{property} has no description");
            }
        }
    }

    [Fact]
    public void ReportRecords_All_AreReached()
    {
        var all = typeof(ReportDocument).Assembly.GetTypes()
            .Where(type => type.Namespace == typeof(ReportDocument).Namespace
                && type is { IsClass: true, IsNested: false, IsPublic: true, IsAbstract: false });
        Assert.Equal(
            all.Select(type => type.Name).Order(StringComparer.Ordinal),
            SchemaOfRecords.All[0].Reachable().Select(type => type.Name).Order(StringComparer.Ordinal));
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

    private static string Made(string file) => SchemaOfRecords.All.First(schema => schema.File == file).Text();
}
