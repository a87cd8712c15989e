using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Observers;

namespace Unpause.Tests.Diagnosis;

/// <summary>
/// Real programs that something stops by a timer, and the same at random moments. The README of the fixtures says how they were made.
/// </summary>
public sealed class MonitoringStopsTests
{
    private const string Folder = "tests/Unpause.Tests/fixtures/observers/";

    /// <summary>The period is what the program, or the loop around a command, was given, and the time of the command.</summary>
    [Theory]
    [InlineData("remote-objects-jdk17.log.gz", "System.gc()", 13, 2.0, ConfidenceLevel.Possible)]
    [InlineData("remote-objects-jdk25.log.gz", "RMI", 7, 2.0, ConfidenceLevel.Likely)]
    [InlineData("class-histograms-jdk17.log.gz", "class histograms", 8, 3.2, ConfidenceLevel.Certain)]
    [InlineData("class-histograms-jdk25.log.gz", "class histograms", 8, 3.2, ConfidenceLevel.Certain)]
    [InlineData("gc-run-jdk17.log.gz", "jcmd GC.run", 8, 3.1, ConfidenceLevel.Certain)]
    [InlineData("thread-dumps-jdk25.log.gz", "thread dumps", 14, 2.2, ConfidenceLevel.Certain)]
    [InlineData("total-memory.nettrace.gz", "HealthCheck.Read", 28, 0.5, ConfidenceLevel.Certain)]
    [InlineData("heap-snapshots.nettrace.gz", "dotnet-gcdump", 6, 2.3, ConfidenceLevel.Likely)]
    [InlineData("sampled.nettrace.gz", "samples the stacks", 4315, 0.0011, ConfidenceLevel.Likely)]
    [InlineData("memstats.stops", "ReadMemStats", 60, 0.1, ConfidenceLevel.Likely)]
    [InlineData("freed.gctrace", "debug.FreeOSMemory()", 24, 1.0, ConfidenceLevel.Possible)]
    [InlineData("profiled.gctrace", "debug.FreeOSMemory()", 24, 1.0, ConfidenceLevel.Possible)]
    [InlineData("collects-by-timer.upgc.gz", "gc.collect()", 11, 1.0, ConfidenceLevel.Possible)]
    public void Timer_OfEachRuntime_IsNamedWithItsCostAndPeriod(
        string file, string who, int stops, double seconds, ConfidenceLevel confidence)
    {
        var finding = Find(file)!;
        Assert.Contains(who, finding.Title, StringComparison.Ordinal);
        Assert.Equal(stops, Value(finding, "observer_stops"));
        Assert.InRange(Value(finding, "observer_period_s"), seconds * 0.9, seconds * 1.1);
        Assert.True(Value(finding, "observer_stop_total_ms") > 0);
        Assert.InRange(Value(finding, "share_of_stops_percent"), 10, 100);
        Assert.Equal(confidence, (finding.Confidence ?? new MonitoringStops().About.Confidence).Level);
        Assert.NotEmpty(finding.Advice);
    }

    [Theory]
    [InlineData("random-collections.nettrace.gz")]
    [InlineData("memstats-at-random.stops")]
    [InlineData("collects-at-random.upgc.gz")]
    public void SameCalls_AtRandomMoments_AreNoObserver(string file) => Assert.Null(Find(file));

    [Fact]
    public void LeakProfiler_WithoutAPeriod_IsNamed()
    {
        var finding = Find("leak-profiler-jdk25.log.gz")!;
        Assert.Contains("GC roots", finding.Title, StringComparison.Ordinal);
        Assert.DoesNotContain(finding.Evidence, one => one.Key == "observer_period_s");
    }

    [Theory]
    [InlineData("class-histograms-jdk17.log.gz", "heap-inspections")]
    [InlineData("thread-dumps-jdk25.log.gz", "non-gc-stops")]
    [InlineData("total-memory.nettrace.gz", "induced-collections")]
    public void Rule_ForTheSameStops_IsAConsequence(string file, string rule)
    {
        var findings = Diagnoses.Run(Processes(file)).Findings;
        var cause = findings.Select((one, index) => (one, index)).Single(pair => pair.one.Finding.Id == "monitoring-stops").index;
        Assert.Equal(cause, findings.Single(one => one.Finding.Id == rule).FollowsFrom);
    }

    [Fact]
    public void RmiInterval_OfTheCommandLine_IsReadFromTheLog() =>
        Assert.Equal("2000", Processes("remote-objects-jdk25.log.gz")[0].Recording.Source.Settings["sun.rmi.dgc.server.gcInterval"]);

    private static Finding? Find(string file) =>
        Assert.Single(Processes(file).Select(process => new MonitoringStops().Check(process))) is Verdict.FoundVerdict found
            ? found.Finding
            : null;

    private static double Value(Finding finding, string key) => finding.Evidence.First(one => one.Key == key).Value!.Value;

    private static IReadOnlyList<AnalysedProcess> Processes(string file) => RuleCatalogTests.Processes(Folder + file);
}
