using Unpause.Analysis;
using Unpause.Tests.Readers.DotNet;
using Unpause.Diagnosis;
using Unpause.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class InducedCollectionsTests
{
    [Fact]
    public void FiresWhereCodeCollects()
    {
        var finding = Findings.Of(new InducedCollections(), "induced");
        Assert.NotNull(finding);
        Assert.Equal(Severity.High, finding.Severity);
        Assert.StartsWith("30 of 31 collections were asked for by code", finding.Title, StringComparison.Ordinal);
        Assert.Equal(500.2, finding.Evidence[1].Value!.Value, 0.1);
        Assert.Contains(finding.Evidence, evidence => evidence.Text.Contains("GC.Collect()", StringComparison.Ordinal));
        Assert.Contains(
            finding.Evidence,
            evidence => evidence.Value == 30 && evidence.Text.Contains(
                "AllocatingProgram.MemoryMonitor.Notify ← AllocatingProgram.MemoryMonitor.Check", StringComparison.Ordinal));
        Assert.Contains("AllocatingProgram.MemoryMonitor.Notify", finding.Advice[0].Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("workstation")]
    [InlineData("large-objects")]
    public void IsSilentWhereOnlyTheRuntimeCollects(string sample) => Assert.Null(Findings.Of(new InducedCollections(), sample));

    [CorpusFact("corpus", "dotnet", "remember.nettrace.gz")]
    public void AHeapDumpIsNotBlamedOnTheProgram()
    {
        var recording = NettraceSample.ReadFile(RepositoryFolder.SharedFile("corpus", "dotnet", "remember.nettrace.gz"));
        Assert.Null(Findings.Of(new InducedCollections(), AnalysedProcess.Of(recording)));
    }
}
