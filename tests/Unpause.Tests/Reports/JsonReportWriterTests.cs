using System.Text.Json;
using Unpause.Analysis.Diagnosis;
using Unpause.Collections;
using Unpause.Recordings;
using Unpause.Recordings.Packed;
using Unpause.Reports;

namespace Unpause.Tests.Reports;

public class JsonReportWriterTests
{
    [Fact]
    public void JsonReport_FullAndEmpty_KeepTheContract()
    {
        AssertValid(Report.Create([]));
        AssertValid(Report.Create([Recorded.Empty()]));
        AssertValid(Full());
    }

    [Fact]
    public void Schema_RenamedField_IsAFault()
    {
        var json = Written(Full()).Replace("\"max_ms\"", "\"max_millis\"", StringComparison.Ordinal);
        Assert.Contains("max_ms", ContractSchema.Faults(json), StringComparison.Ordinal);
    }

    [Fact]
    public void JsonReport_Numbers_AreExactMilliseconds()
    {
        var recording = Recorded.Begun(1000, (0, 10));
        recording.Pauses.Add(new Pause(500_000_000, 190_062_700, 0, "Pause Young"));
        using var document = JsonDocument.Parse(Written(Report.Create([recording.Build()])));
        var pauses = document.RootElement.GetProperty("processes")[0].GetProperty("pauses");
        Assert.Equal("190.0627", pauses.GetProperty("max_ms").GetRawText());
        Assert.Equal("200.0627", pauses.GetProperty("total_ms").GetRawText());
    }

    /// <summary>A program asks for a number by its key, not by its sentence.</summary>
    [Fact]
    public void JsonReport_Evidence_IsFoundByItsKey()
    {
        using var document = JsonDocument.Parse(Written(Report.Create(Samples.Load("samples", "jvm", "retaining-g1-jdk17.log.gz"))));
        var evidence = document.RootElement.GetProperty("findings").EnumerateArray()
            .Single(finding => finding.GetProperty("id").GetString() == "objects-retained-too-long")
            .GetProperty("evidence")
            .EnumerateArray()
            .Single(one => one.GetProperty("key").GetString() == "survival_percent");
        Assert.Equal("percent", evidence.GetProperty("unit").GetString());
        Assert.InRange(evidence.GetProperty("value").GetDouble(), 90, 100);
    }

    [Fact]
    public void JsonReport_RunningProcess_IsNamedInCommands()
    {
        var report = Report.Create(Samples.Load("samples", "jvm", "retaining-g1-jdk17.log.gz"));
        Assert.Contains("unpause record PID --jfr --retainers", Settings(report));
        Assert.Contains("unpause record 4242 --jfr --retainers", Settings(report with { LiveProcess = 4242 }));
        Assert.DoesNotContain(Settings(report with { LiveProcess = 4242 }), setting => setting.Contains("PID", StringComparison.Ordinal));

        static List<string> Settings(Report report) =>
            [.. report.ToDocument().Findings.SelectMany(finding => finding.Advice).Select(advice => advice.Setting).OfType<string>()];
    }

    [Fact]
    public void JsonReport_Events_AreListedOnlyOnRequest()
    {
        Assert.DoesNotContain("\"events\"", Written(Full(), events: false), StringComparison.Ordinal);
        using var document = JsonDocument.Parse(Written(Full()));
        var first = document.RootElement.GetProperty("processes")[0].GetProperty("events")[0];
        Assert.Equal(2, first.GetProperty("pauses").GetArrayLength());
        Assert.Equal(4.5, first.GetProperty("phases").GetProperty("Object Copy").GetDouble());
    }

    [Theory]
    [InlineData("server")]
    [InlineData("large-objects")]
    [InlineData("finalizers")]
    public void JsonReport_DotNetNumbers_AreInTheContract(string sample)
    {
        var recording = Unpause.Tests.Readers.DotNet.NettraceSample.Read(sample);
        var report = Report.Create([recording]);
        AssertValid(report);
        using var document = JsonDocument.Parse(Written(report));
        var process = document.RootElement.GetProperty("processes")[0];
        Assert.Equal(5, process.GetProperty("heap").GetProperty("spaces").GetArrayLength());
        Assert.Equal(
            recording.Collections.Count,
            process.GetProperty("collections").GetProperty("by_kind").EnumerateArray().Sum(kind => kind.GetProperty("count").GetInt64()));
        var events = process.GetProperty("events").EnumerateArray().ToList();
        Assert.All(events, collection => Assert.Matches("^[012][BFN][Ii]?$", collection.GetProperty("type").GetString()));
        Assert.All(events, collection => Assert.True(
            collection.GetProperty("spaces").GetProperty("large").GetProperty("after_bytes").GetInt64() >= 0, "sizes are there"));
        Assert.Equal(sample == "large-objects", process.GetProperty("allocations").ValueKind == JsonValueKind.Object);
    }

    private static Report Full()
    {
        var recording = Recorded.Begun(1000, (100, 30), (500, 20));
        recording.Clock = new Clock(new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.FromHours(8)), 1_000_000, "time decorator");
        recording.Source.ProcessId = 42;
        recording.Source.Command = "java \u001b[31m</script>\"";
        recording.Source.Settings["-Xmx"] = "1g";
        recording.Pauses.Add(new Pause(Pause.NoTime, 5, 0, "Remark"));
        recording.Phases.Add(new Phase(0, "Object Copy", 4_500_000, new WorkerSpread(1, 2, 3)));
        recording.Stops = new StopList { new(0, 60_000_000, 5, "G1", true) };
        recording.Coverage.Lines = 12;
        recording.Coverage.NotUnderstood(3, "torn ���"u8);
        recording.Coverage.Add("the log was cut", unreadable: true);
        var report = Report.Create([recording.Build()]);
        var finding = new Finding(
            "futile-collections",
            Severity.High,
            "title",
            [Evidence.Time("key_ms", "text", double.NaN), Evidence.Time("key_ms", "text", 1_250_000)],
            [new Advice("a", "x=1"), new Advice("b", null, "code")],
            null);
        return report with { Diagnoses = new Diagnoses([new(0, finding)], [new(0, "blocking-gen2", "needs events")]) };
    }

    private static void AssertValid(Report report) => Assert.Equal("", ContractSchema.Faults(Written(report)));

    private static string Written(Report report, bool events = true)
    {
        using var stream = new MemoryStream();
        new JsonReportWriter(events).Write(report, stream);
        return System.Text.Encoding.UTF8.GetString(stream.ToArray());
    }
}
