using System.Diagnostics;
using System.Text;
using System.Text.Json;
using Unpause.Recordings;
using Unpause.Reports;
using Unpause.Tests.Analysis.Attribution;
using Unpause.Tests.Analysis.Holes;

namespace Unpause.Tests.Reports;

public sealed class PerfettoReportWriterTests
{
    [Fact]
    public void TraceEvents_PausesRequestsAndSpans_HaveTheirOwnTimes()
    {
        var recording = EverySecondWithBackground();
        var events = Events(JudgedRequests.Of([recording], 50, WorstTracesTests.WithTraces()));
        var pauses = events.Where(e => Text(e, "cat") == "gc,pause").ToList();
        Assert.Equal(20, pauses.Count);
        Assert.Equal((3_100_000m, 100_000m), (pauses[3].GetProperty("ts").GetDecimal(), pauses[3].GetProperty("dur").GetDecimal()));
        var background = Assert.Single(events, e => Text(e, "cat") == "gc,background");
        Assert.Equal(2_899_999.877m + 0.246m, background.GetProperty("dur").GetDecimal());
        Assert.Equal(40, events.Count(e => Text(e, "ph") == "C"));
        var slow = events.Where(e => Text(e, "cat") == "request,slow,because-of-gc").ToList();
        Assert.Equal(20, slow.Count);
        Assert.Equal(90_000m, slow[0].GetProperty("ts").GetDecimal());
        var spans = events.Where(e => Text(e, "cat") == "span").ToList();
        Assert.Equal(80, spans.Count);
        Assert.All(
            spans.Where(span => Text(span, "name") != "flush"),
            span => Assert.Equal(slow[0].GetProperty("tid").GetInt32(), span.GetProperty("tid").GetInt32()));
        Assert.Equal(180, events.Count(e => Text(e, "cat") == "request"));
    }

    /// <summary>The web tests open this same file with Speedscope (web/tests/e2e/traceEvents.test.ts).</summary>
    [Fact]
    public void TraceEvents_MadeReport_EqualTheFixtureOfSpeedscope()
    {
        var recording = EverySecondWithBackground();
        var written = Encoding.UTF8.GetString(Written(JudgedRequests.Of([recording], 50, WorstTracesTests.WithTraces())));
        var expected = JsonDocument.Parse(File.ReadAllText(RepositoryFolder.File("web", "fixtures", "trace-events.json"))).RootElement;
        Assert.True(
            JsonElement.DeepEquals(expected.GetProperty("traceEvents"), JsonDocument.Parse(written).RootElement.GetProperty("traceEvents")),
            written);
    }

    private static Recording EverySecondWithBackground()
    {
        var recording = JudgedRequests.BegunEverySecond();
        var background = recording.Edit(2);
        background.Kind = CollectionKind.Background;
        background.EndNanoseconds = 5_000_000_123;
        return recording.Build();
    }

    [Fact]
    public void TraceEvents_Requests_AreOnTheAlignedClock()
    {
        var service = SimulatedService.Random(21, workers: 1, load: 0.6);
        var report = Report.Create([service.ToRecording(uncertainty: 400_000_000)]);
        var requests = RequestReport.Create(
            [service.ToRequestSet(offset: 250_000_000)], report, new(100_000_000), SimulatedService.Zero + 1_000_000_000_000);
        var offset = requests.Attribution.Processes[0].Clock;
        Assert.True(offset.Applied);
        var events = Events(report with { Requests = requests });
        var first = events.First(e => Text(e, "cat").StartsWith("request", StringComparison.Ordinal)).GetProperty("ts").GetDecimal();
        Assert.InRange(first * 1000 - service.Arrivals[0], -offset.ErrorBoundNanoseconds, offset.ErrorBoundNanoseconds);
    }

    [Fact]
    public void TraceEvents_HardCases_PassAnIndependentCheck()
    {
        var begun = JudgedRequests.Begun(9_000, (100, 200), (250, 100), (8_000, 5));
        begun.Pauses.Add(new Pause(Pause.NoTime, 7, 0, "nowhere"));
        var crossing = begun.Build();
        var tangled = WorstTracesTests.WithTraces();
        for (ulong i = 0; i < 300; i++)
        {
            tangled.AddSpan(3, 100 + i, i < 7 ? 1 + (i % 5) : 93 + i, 2_050 + (long)(i * 7 % 90), 2_145 + (long)(i * 31 % 200), 1);
        }

        foreach (var report in new[]
                 {
                     Report.Create([]),
                     Report.Create([Recorded.Empty()]),
                     Report.Create([crossing, JudgedRequests.EverySecond()]),
                     JudgedRequests.Of([JudgedRequests.EverySecond()], 50, tangled),
                     JudgedRequests.Of([JudgedRequests.EverySecond()], 50, JudgedRequests.Touched(Enumerable.Range(0, 20))),
                     JudgedRequests.Of([JudgedRequests.EverySecond()], 5000, JudgedRequests.Touched([1])),
                 })
        {
            Assert.Equal("", Check(Written(report)));
        }
    }

    [Fact]
    public void IndependentCheck_WrongEvents_AreFound()
    {
        Assert.Contains(
            "crosses",
            Check(
                """{"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":10},{"ph":"X","name":"b","pid":1,"tid":1,"ts":5,"dur":10}]}"""u8.ToArray()),
            StringComparison.Ordinal);
        Assert.Contains(
            "never ended",
            Check("""{"traceEvents":[{"ph":"B","name":"a","pid":1,"tid":1,"ts":0}]}"""u8.ToArray()),
            StringComparison.Ordinal);
        Assert.Contains(
            "ts",
            Check("""{"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":"0","dur":10}]}"""u8.ToArray()),
            StringComparison.Ordinal);
    }

    private static List<JsonElement> Events(Report report) =>
        [.. JsonDocument.Parse(Written(report)).RootElement.GetProperty("traceEvents").EnumerateArray()];

    private static string Text(JsonElement element, string property) =>
        element.TryGetProperty(property, out var value) ? value.GetString()! : "";

    private static byte[] Written(Report report)
    {
        using var stream = new MemoryStream();
        new PerfettoReportWriter().Write(report, stream);
        return stream.ToArray();
    }

    /// <summary>What tests/validate_trace_events.py finds wrong; empty when nothing.</summary>
    private static string Check(byte[] trace)
    {
        using var python = Process.Start(new ProcessStartInfo("python3", [RepositoryFolder.File("tests", "validate_trace_events.py"), "-"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            UseShellExecute = false
        })!;
        python.StandardInput.BaseStream.Write(trace);
        python.StandardInput.Close();
        var output = python.StandardOutput.ReadToEnd();
        python.WaitForExit();
        Assert.Equal(output.Length == 0 ? 0 : 1, python.ExitCode);
        return output;
    }
}
