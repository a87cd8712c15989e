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
            new LongEvacuation().Check(AnalysedProcess.From(JvmLogs.Read(JvmLogs.Sample("serial-jdk17.log")))));

    private static Finding? Check(string path) =>
        (new LongEvacuation().Check(AnalysedProcess.From(JvmLogs.Read(path))) as Verdict.FoundVerdict)?.Finding;
}
