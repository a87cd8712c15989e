using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class LargeObjectChurnTests
{
    [Fact]
    public void Finding_AllocationTicks_NamesTypeAndSite()
    {
        var finding = Findings.Of(new LargeObjectChurn(), "large-objects");
        Assert.NotNull(finding);
        Assert.Equal(
            "43 of 43 gen2 collections started because of large objects, dominated by System.Byte[] from AllocatingProgram.Workload.Large",
            finding.Title);
        var bytes = finding.Evidence.Single(evidence => evidence.Key == "large_bytes");
        Assert.InRange(bytes.Value!.Value, 1_200_000_000, 1_203_000_000);
        Assert.Contains(
            finding.Evidence,
            evidence => evidence.Text.Contains("Workload.Large ← AllocatingProgram.Workload.Run", StringComparison.Ordinal));
        Assert.Contains(finding.Advice, advice => advice.Text.Contains("PooledMemoryStream", StringComparison.Ordinal));
        Assert.DoesNotContain(finding.Advice, advice => advice.Text.StartsWith("Record allocation ticks", StringComparison.Ordinal));
    }

    [Fact]
    public void Advice_EachSite_HasItsReplacement()
    {
        var finding = Findings.Of(new LargeObjectChurn(), "large-insides");
        Assert.NotNull(finding);
        AssertReplaced(finding, "LargeInsides.Members", "ChunkedList<T>");
        AssertReplaced(finding, "LargeInsides.Seen", "ChunkedHashSet<T>");
        AssertReplaced(finding, "LargeInsides.ById", "ChunkedDictionary<TKey, TValue>");
        AssertReplaced(finding, "LargeInsides.Answer", "PooledMemoryStream");
        AssertReplaced(finding, "LargeInsides.Encoded", "Base64XmlStream");
        Assert.Contains(finding.Evidence, evidence => evidence.Text.Contains(
            "died before the last collection, estimated", StringComparison.Ordinal));
    }

    private static void AssertReplaced(Finding finding, string site, string type) => Assert.Contains(
        finding.Advice,
        advice => advice.Text.Contains(site, StringComparison.Ordinal) && advice.Text.Contains(type, StringComparison.Ordinal));

    [Fact]
    public void Advice_NoTicks_IsToRecordThem()
    {
        var finding = Findings.Of(new LargeObjectChurn(), "hard-limit");
        Assert.NotNull(finding);
        Assert.Equal(Severity.High, finding.Severity);
        Assert.Equal("unpause record PID --profile allocations", finding.Advice[0].Setting);
    }

    [Theory]
    [InlineData("large-objects-pooled")]
    [InlineData("workstation")]
    [InlineData("induced")]
    public void Check_NoLargeObjectChurn_IsSilent(string sample) => Assert.Null(Findings.Of(new LargeObjectChurn(), sample));
}
