using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Go;

namespace Unpause.Tests.Diagnosis;

/// <summary>
/// Large buffers on a large heap (samples/go/large), compared with go tool trace -d=parsed, summed up by samples/go/traced/truth.py. Each
/// request of the program is one allocation.
/// </summary>
public class LongSweepTests
{
    private const double SweepNanoseconds = 49_974_526, LongestNanoseconds = 3_611_776, RequestNanoseconds = 173_879_232;

    [Fact]
    public void Check_AllocationsWaitForSweeping_Fires()
    {
        var finding = Assert.IsType<Verdict.FoundVerdict>(Ask("sweeps-go1.24")).Finding;
        Assert.Equal(Severity.Medium, finding.Severity);
        Assert.Equal(100 * SweepNanoseconds / RequestNanoseconds, Value(finding, "sweep_share_percent"), 0.5);
        Assert.Equal(SweepNanoseconds / 1e6, Value(finding, "sweep_ms"), 1.0);
        Assert.Equal(LongestNanoseconds / 1e6, Value(finding, "longest_sweep_ms"), 0.01);
        Assert.Equal(28, Value(finding, "sweeps"));
    }

    /// <summary>Sweeping takes 5.4 % of very short requests: the longest sweep is 0.28 ms.</summary>
    [Fact]
    public void Check_ShortSweeps_IsSilent() => Assert.Same(Verdict.Silent, Ask("few-sweeps-go1.24"));

    [Fact]
    public void Check_GctraceOnly_IsNotApplicable() => Assert.IsType<Verdict.NotApplicableVerdict>(
        Samples.Ask(new LongSweep(), "samples", "go", "catalog-gogc100.gctrace"));

    private static Verdict Ask(string file) =>
        Samples.Ask(new LongSweep(), "tests", "Unpause.Tests", "fixtures", "go", file + ".trace.gz");

    private static double Value(Finding finding, string key) =>
        finding.Evidence.Single(evidence => evidence.Key == key).Value!.Value;
}
