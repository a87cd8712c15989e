using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Python;
using Unpause.Reports;
using Unpause.Reports.Documents;
using Unpause.Tests.Readers.Python;

namespace Unpause.Tests.Diagnosis;

/// <summary>Which finding a switched-off collector gets, and when there is none.</summary>
public class DisabledCollectorTests
{
    private const long Second = 1_000_000_000;
    private const uint Mebi = 1024;

    [Theory]
    [InlineData(99_999, 10, 500, null)]
    [InlineData(100_000, 10, 110, Severity.Medium)]
    [InlineData(100_000, 10, 109, Severity.Info)]
    [InlineData(100_000, 61, 109, Severity.Low)]
    [InlineData(100_000, 61, 0, Severity.Low)] // memory isn't told
    [InlineData(100_000, 10, 5, Severity.Info)] // memory fell
    public void DisabledCollector_CountDurationAndGrowth_DecideTheSeverity(uint stayed, int seconds, uint mebibytes, Severity? severity)
    {
        var verdict = Check(File(seconds).State(2, stayed, 1000, seconds * Second, 10 * Mebi, mebibytes * Mebi));
        if (severity is null) Assert.Same(Verdict.Silent, verdict);
        else Assert.Equal(severity, Assert.IsType<Verdict.FoundVerdict>(verdict).Finding.Severity);
    }

    /// <summary>A state reported while the process still runs comes from the middleware, so it is a service.</summary>
    [Fact]
    public void Severity_StateFromMiddleware_IsThatOfAService()
    {
        var running = new AgentFile(4, flags: 0).Long(88, 10 * Second).State(2, 300_000, 1000, 9 * Second);
        Assert.Equal(Severity.Low, Assert.IsType<Verdict.FoundVerdict>(Check(running)).Finding.Severity);
    }

    [Fact]
    public void Finding_NoMemoryRecorded_HasNoBytesAndNoGain()
    {
        var finding = Assert.IsType<Verdict.FoundVerdict>(Check(File(10).State(2, 300_000, 1000, 10 * Second))).Finding;
        Assert.Equal(300_000, finding.Evidence.Single(evidence => evidence.Key == "uncollected_objects").Value);
        Assert.Equal(10_000, finding.Evidence.Single(evidence => evidence.Key == "span_ms").Value!.Value, 0.01);
        Assert.DoesNotContain(finding.Evidence, evidence => evidence.Unit == "bytes");
        Assert.Null(finding.Gain);
        Assert.Equal(ConfidenceLevel.Possible, new DisabledCollector().About.Confidence.Level);
        Assert.Equal("unpause cycles -- CMD", finding.Advice[0].Setting);
    }

    [Fact]
    public void Check_StateNotRecorded_IsNotApplicable()
    {
        Assert.IsType<Verdict.NotApplicableVerdict>(Check(File(10)));
        Assert.Same(Verdict.Silent, Check(File(10).State(1)));
        // A collection shows that GC was on.
        Assert.Same(Verdict.Silent, Check(new AgentFile(4, begun: 1, exited: Second).Record(1, 2000, 3000)));
    }

    [Theory]
    [InlineData("uncollected.upgc", " GC was disabled: 600,238 container objects accumulated in 348 ms, and memory grew by 185 MiB.")]
    [InlineData("uncollected-fixed.upgc", " GC was disabled at the end.")]
    public void Verdict_CollectorOff_SaysSo(string file, string end) => Assert.EndsWith(
        end, Report.Create(Samples.Load("samples", "python", file)).ToDocument().Verdict, StringComparison.Ordinal);

    [Fact]
    public void Verdict_SeveralProcesses_NamesTheProcessWithMostObjects()
    {
        var busy = new AgentFile(4, begun: 1, exited: Second).Word(24, 11).Record(1, 2000, 3000_000);
        var off = File(10).State(2, 300_000, 1000, 10 * Second);
        var report = Of(busy, off);
        Assert.EndsWith(
            "GC was disabled in python3 app.py (pid 4321): 300,000 container objects accumulated in 10 s.", report.Verdict,
            StringComparison.Ordinal);
        var more = File(10).Word(24, 12).State(2, 400_000, 1000, 10 * Second);
        Assert.EndsWith(
            "GC was disabled in 2 processes, most objects stayed in python3 app.py (pid 12): "
            + "400,000 container objects accumulated in 10 s.",
            Of(busy, off, more).Verdict, StringComparison.Ordinal);
    }

    [Fact]
    public void Verdict_CollectorOn_DoesNotSayOff() => Assert.DoesNotContain(
        "disabled", Report.Create(Samples.Load("samples", "python", "uncollected-loading.upgc")).ToDocument().Verdict,
            StringComparison.Ordinal);

    private static ReportDocument Of(params AgentFile[] files) =>
        Report.Create([.. files.SelectMany(file => Samples.Of(file.Bytes))]).ToDocument();

    private static AgentFile File(int seconds) => new(4, exited: seconds * Second);

    private static Verdict Check(AgentFile file) =>
        new DisabledCollector().Check(AnalysedProcess.From(Assert.Single(Samples.Of(file.Bytes))));
}
