using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Go;
using Unpause.Recordings.Objects;

namespace Unpause.Tests.Diagnosis;

/// <summary>Finalizers of known duration (samples/go/finalizers), and goroutines that keep up.</summary>
public class FinalizerQueueTests
{
    private const long Second = 1_000_000_000;

    [Theory]
    [InlineData("finalizers-slow-go1.24", "finalizers", "waiting in main.slow", 485_398_221, 500_012_981)]
    [InlineData("finalizers-busy-go1.19", "finalizers", "running in main.busy", 479_474_510, 503_867_229)]
    [InlineData("cleanups-slow-go1.26", "cleanups", "waiting in main.leave", 486_541_360, 500_521_899)]
    public void Finding_SlowFinalizers_MatchesTheProgramsOwnTimes(string file, string what, string most, long inFinalizers, long lasted)
    {
        var finding = Assert.IsType<Verdict.FoundVerdict>(Ask(file)).Finding;
        Assert.Equal(Severity.High, finding.Severity);
        Assert.Contains($"runs {what} is busy", finding.Title, StringComparison.Ordinal);
        Assert.EndsWith(most, finding.Title, StringComparison.Ordinal);
        Assert.Equal(100.0 * inFinalizers / lasted, Value(finding, "finalizer_busy_percent"), 1.0);
        Assert.True(Value(finding, "finalizer_longest_collections") >= 2);
    }

    [Fact]
    public void Check_QuickFinalizers_IsSilent() => Assert.Same(Verdict.Silent, Ask("finalizers-quick-go1.24"));

    [Fact]
    public void Check_NoFinalizerGoroutineInTrace_IsNotApplicable()
    {
        var recording = Assert.Single(Samples.Load(RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace")));
        Assert.IsType<Verdict.NotApplicableVerdict>(new FinalizerQueue().Check(AnalysedProcess.From(recording)));
    }

    [Fact]
    public void Check_QueueEmptyBeforeNextCycle_IsSilent()
    {
        Assert.Same(Verdict.Silent, Check(Busy(0.8, collections: 1)));
        Assert.IsType<Verdict.FoundVerdict>(Check(Busy(0.8, collections: 2)));
        Assert.Same(Verdict.Silent, Check(Busy(0.45, collections: 9)));
    }

    [Fact]
    public void Check_CleanupGoroutines_JudgesTheLeastBusy()
    {
        Assert.Same(Verdict.Silent, Check(Busy(0.1), Busy(0.95, cleanups: true), Busy(0.2, cleanups: true)));
        var found = Assert.IsType<Verdict.FoundVerdict>(Check(Busy(0.1), Busy(0.95, cleanups: true), Busy(0.7, cleanups: true)));
        Assert.Equal(Severity.Medium, found.Finding.Severity);
        Assert.Equal(70, Value(found.Finding, "finalizer_busy_percent"), 1e-6);
    }

    [Fact]
    public void Title_GoroutineWaitsForProcessor_SaysSo()
    {
        var waits = Busy(0.9) with { QueuedNanoseconds = (long)(0.8 * Second), BlockedNanoseconds = (long)(0.1 * Second), Most = "main.f" };
        var found = Assert.IsType<Verdict.FoundVerdict>(Check(waits));
        Assert.EndsWith("mostly waiting for a processor", found.Finding.Title, StringComparison.Ordinal);
    }

    [Fact]
    public void Check_FinalizersKeepUpButCleanupsDoNot_NamesCleanups()
    {
        var found = Assert.IsType<Verdict.FoundVerdict>(Check(Busy(0.9, collections: 1), Busy(0.6, cleanups: true)));
        Assert.Contains("runs cleanups", found.Finding.Title, StringComparison.Ordinal);
    }

    private static FinalizerGoroutine Busy(double share, long collections = 5, bool cleanups = false) => new(
        cleanups, 0, 0, (long)(share * Second), (long)(share * Second), collections);

    private static Verdict Check(params FinalizerGoroutine[] goroutines)
    {
        var recording = Assert.Single(Samples.Load(RepositoryFolder.File("samples", "go", "catalog-gogc100.gctrace")));
        return new FinalizerQueue().Check(AnalysedProcess.From(
            recording with { DurationNanoseconds = Second, FinalizerGoroutines = goroutines }));
    }

    private static Verdict Ask(string file) =>
        Samples.Ask(new FinalizerQueue(), "tests", "Unpause.Tests", "fixtures", "go", file + ".trace.gz");

    private static double Value(Finding finding, string key) =>
        finding.Evidence.Single(evidence => evidence.Key == key).Value!.Value;
}
