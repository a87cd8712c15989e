using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Python;
using Unpause.Tests.Readers.Python;

namespace Unpause.Tests.Diagnosis;

/// <summary>A growing heap, and other causes of long full collections.</summary>
public class GrowingHeapTests
{
    private const long Second = 1_000_000_000, Millisecond = 1_000_000;

    [Fact]
    public void Advice_Leak_NeverFreezes()
    {
        var found = Diagnoses.Run([.. Samples.Load("samples", "python", "sessions-kept.upgc").Select(AnalysedProcess.From)]).Findings;
        Assert.Contains(found, one => one.Finding.Id == "growing-heap");
        Assert.DoesNotContain(
            found.SelectMany(one => one.Finding.Advice), advice => advice.Code?.Contains("gc.freeze", StringComparison.Ordinal) == true);
    }

    /// <summary>Full collections run only while the heap grows, so their cost is a consequence of it, and no threshold helps.</summary>
    [Fact]
    public void Tree_Leak_FutileCollectionsAreItsConsequence()
    {
        var findings = Diagnoses.Run([.. Samples.Load("samples", "python", "sessions-kept.upgc").Select(AnalysedProcess.From)]).Findings;
        Assert.Equal(
            [("growing-heap", (int?)null), ("futile-collections", 0)], findings.Select(one => (one.Finding.Id, one.FollowsFrom)));
        Assert.StartsWith("First find out what is retained (growing-heap)", findings[1].Finding.Advice[0].Text, StringComparison.Ordinal);
    }

    /// <summary>Lengths of full collections at equal intervals within 100 s.</summary>
    [Theory]
    [InlineData(true, 100, new[] { 10, 12, 15, 19, 24, 30, 37, 46 })]
    [InlineData(true, 100, new[] { 10, 12, 15, 14, 24, 22, 37, 46 })]
    [InlineData(true, 100, new[] { 10, 20, 53, 80, 83, 100, 124, 116 })] // 80 and 124 include other work
    [InlineData(false, 100, new[] { 10, 20, 50, 90, 50, 55, 60, 62 })] // hardly grows
    [InlineData(false, 100, new[] { 10, 40, 50, 50, 51, 50, 49, 50 })] // loads, and then serves
    [InlineData(false, 100, new[] { 50, 50, 50, 50, 50, 50, 50, 90 })] // one took long
    [InlineData(false, 100, new[] { 10, 20, 40, 60, 50, 40, 30, 20 })] // shrinks again
    [InlineData(false, 9, new[] { 10, 12, 15, 19, 24, 30, 37, 46 })] // it may just start
    [InlineData(false, 100, new[] { 10, 20, 40 })]
    [InlineData(false, 400, new[] { 10, 12, 15, 19, 24, 30, 37, 46 })] // growth ended long ago
    public void Check_FullCollectionLengths_FiresOnlyOnGrowthToTheEnd(bool grows, int seconds, int[] milliseconds)
    {
        var file = new AgentFile(16, begun: (ulong)milliseconds.Length, exited: seconds * Second);
        var step = Math.Min(seconds, 100) * Second / (milliseconds.Length + 1);
        for (var i = 0; i < milliseconds.Length; i++)
        {
            var start = (i + 1) * step;
            file.Record((ulong)i + 1, start, start + (milliseconds[i] * Millisecond), generation: 2, count: 11, threshold: 10);
        }

        var verdict = new GrowingHeap().Check(AnalysedProcess.From(Assert.Single(Samples.Of(file.Bytes))));
        if (!grows)
        {
            Assert.Same(Verdict.Silent, verdict);
            return;
        }

        var finding = Assert.IsType<Verdict.FoundVerdict>(verdict).Finding;
        Assert.Equal(Severity.High, finding.Severity);
        Assert.Equal(ConfidenceLevel.Likely, finding.Confidence!.Level);
    }
}
