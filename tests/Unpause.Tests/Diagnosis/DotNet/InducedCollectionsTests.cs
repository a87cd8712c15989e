using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.DotNet;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class InducedCollectionsTests
{
    [Fact]
    public void Check_InducedCollections_Fires()
    {
        var finding = Findings.Of(new InducedCollections(), "induced");
        Assert.NotNull(finding);
        Assert.Equal(Severity.High, finding.Severity);
        Assert.Equal(("induced_collections", 30), (finding.Evidence[0].Key, (int)finding.Evidence[0].Value!));
        Assert.Equal(500.2, finding.Evidence[1].Value!.Value, 0.1);
        Assert.Contains(finding.Evidence, evidence => evidence.Text.Contains("GC.Collect()", StringComparison.Ordinal));
        Assert.Contains(
            finding.Evidence,
            evidence => evidence.Value == 30 && evidence.Text.Contains(
                "AllocatingProgram.MemoryMonitor.Notify ← AllocatingProgram.MemoryMonitor.Check", StringComparison.Ordinal));
        Assert.Contains("AllocatingProgram.MemoryMonitor.Notify", finding.Advice[0].Text, StringComparison.Ordinal);
    }

    /// <summary>
    /// One caller makes ten times as many calls as the other, but its pauses are shorter. The caller with the most pause time is first.
    /// </summary>
    [Fact]
    public void Evidence_Callers_AreRankedByPauseTime()
    {
        var calls = Unpause.Tests.Readers.DotNet.NettraceSample.Read("inducers").InducedBy!;
        Assert.Equal(
            ["Shrink", "Tidy", "Hint"], calls.Select(call => call.Stack[1].Split('.')[^1]));
        Assert.Equal("InducedAggressive", calls[0].Mode);
        Assert.True(calls[0].Count < calls[1].Count);
        var finding = Findings.Of(new InducedCollections(), "inducers");
        Assert.NotNull(finding);
        Assert.EndsWith(" AllocatingProgram.Inducers.Shrink", finding.Title, StringComparison.Ordinal);
        Assert.Contains(finding.Evidence, evidence => evidence.Text.Contains(
            "InducedAggressive: GC.Collect with GCCollectionMode.Aggressive)", StringComparison.Ordinal));
    }

    /// <summary>The program printed 60 collections of each generation: the runtime also counts calls that found enough memory.</summary>
    [Fact]
    public void Evidence_NoGcRegionsWithoutCollection_AreCounted()
    {
        var recording = Unpause.Tests.Readers.DotNet.NettraceSample.Read("no-gc-region");
        Assert.Empty(recording.Collections);
        var call = Assert.Single(recording.InducedBy!);
        Assert.Equal(60, call.WithoutCollection);
        var chain = InducedChain.From(call);
        Assert.Equal("AllocatingProgram.Inducers.Trade", chain.AskedBy);
        Assert.Contains("TryStartNoGCRegion", chain.Reason, StringComparison.Ordinal);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith("60 calls requested a collection",
            StringComparison.Ordinal));
    }

    /// <summary>2,920 objects announce 20 MB each.</summary>
    [Fact]
    public void Advice_MemoryPressure_IsTheTrueSize()
    {
        var finding = Findings.Of(new InducedCollections(), "pressure");
        Assert.NotNull(finding);
        Assert.StartsWith("GC.AddMemoryPressure", finding.Advice[0].Code, StringComparison.Ordinal);
        Assert.DoesNotContain(finding.Advice, advice => advice.Code?.StartsWith("GC.Collect", StringComparison.Ordinal) == true);
    }

    [Theory]
    [InlineData("workstation")]
    [InlineData("large-objects")]
    public void Check_NoInducedCollections_IsSilent(string sample) => Assert.Null(Findings.Of(new InducedCollections(), sample));

    [CorpusFact("corpus", "dotnet", "remember.nettrace.gz")]
    public void Check_HeapDump_IsNotInducedByCode()
    {
        var recording = NettraceSample.ReadFile(RepositoryFolder.SharedFile("corpus", "dotnet", "remember.nettrace.gz"));
        Assert.Null(Findings.Of(new InducedCollections(), AnalysedProcess.From(recording)));
    }
}
