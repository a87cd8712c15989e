using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Jvm;
using Unpause.Tests.Readers.Jvm;

namespace Unpause.Tests.Diagnosis.Jvm;

public class LongEvacuationTests
{
    /// <summary>One pause each: these files don't show how frequent such pauses are.</summary>
    [CorpusTheory("incidents", "data")]
    [InlineData("rpc-client-1-retaining.g1-jdk8.log", Severity.Medium)]
    [InlineData("rpc-client-2-reference-dropped.g1-jdk8.log", Severity.Medium)]
    [InlineData("rpc-client-3-timeout-cancelled.g1-jdk8.log", null)]
    public void LongEvacuation_CorpusIncidents_HaveTheirSeverity(string name, Severity? expected)
    {
        Assert.Equal(expected, Check(RepositoryFolder.SharedFile("incidents", "data", name))?.Severity);
    }

    [Theory]
    [InlineData("retaining-g1-jdk17.log.gz")]
    [InlineData("retaining-g1-jdk25.log.gz")]
    public void LongEvacuation_RetainedReplies_Fires(string name)
    {
        var finding = Check(JvmLogs.Sample(name))!;
        Assert.Equal(Severity.High, finding.Severity);
        var survival = finding.Evidence.Single(evidence => evidence.Key == "survival_percent");
        Assert.InRange(survival.Value!.Value, 90, 100);
        Assert.Contains(finding.Advice, advice => advice.Setting == "unpause heap PID --by plunge");
        Assert.NotNull(finding.ExpectedGain);
    }

    [Theory]
    [InlineData("dropped-g1-jdk17.log.gz")]
    [InlineData("steady-g1-jdk17.log.gz")]
    [InlineData("g1-jdk25.log")]
    public void LongEvacuation_ObjectsDieYoung_IsSilent(string name) => Assert.Null(Check(JvmLogs.Sample(name)));

    [Fact]
    public void LongEvacuation_NoPhases_IsNotApplicable() =>
        Assert.IsType<Verdict.NotApplicableVerdict>(
            new LongEvacuation().Check(AnalysedProcess.From(Assert.Single(JvmLogs.Load(
                "[0.1s][info][gc] Using G1\n[1.0s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(64M) 5.000ms\n")
                .Recordings))));

    /// <summary>Parallel logs no phases: survivors explain the time at the rate of small objects.</summary>
    [Fact]
    public void LongEvacuation_ParallelWithoutPhases_FiresOnSurvivors()
    {
        var finding = Check(JvmLogs.Fixture("surviving-parallel-jdk17.log.gz"))!;
        Assert.Equal(ConfidenceLevel.Likely, finding.Confidence!.Level);
        // awk: 14 young collections, 955 MiB in survivor spaces and promoted of 2,155 MiB.
        Assert.InRange(finding.Evidence.Single(evidence => evidence.Key == "survival_percent").Value!.Value, 44, 45);
        Assert.Null(Check(JvmLogs.Fixture("old-to-young-serial-jdk17.log.gz")));
    }

    private static Finding? Check(string path) =>
        (new LongEvacuation().Check(AnalysedProcess.From(JvmLogs.Read(path))) as Verdict.FoundVerdict)?.Finding;
}
