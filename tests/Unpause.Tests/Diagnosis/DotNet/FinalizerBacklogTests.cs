using Unpause.Diagnosis;
using Unpause.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

public class FinalizerBacklogTests
{
    [Fact]
    public void FiresWhereFinalizersAreSlowerThanTheProgram()
    {
        var finding = Findings.Of(new FinalizerBacklog(), "finalizers");
        Assert.NotNull(finding);
        Assert.Equal(Severity.High, finding.Severity);
        // The program made 30,000 of them, and the finalizer thread never came to an end.
        Assert.InRange(finding.Evidence[0].Value!.Value, 29_000, 30_030);
        Assert.Equal(finding.Evidence[0].Value, finding.Evidence[1].Value);
        Assert.Contains("had not ended", finding.Evidence[4].Text, StringComparison.Ordinal);
        Assert.Contains("GC.SuppressFinalize(this)", finding.Advice[0].Code, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("disposed")]
    [InlineData("workstation")]
    [InlineData("server")]
    public void IsSilentWhereTheyAreDisposedOfOrFew(string sample) => Assert.Null(Findings.Of(new FinalizerBacklog(), sample));
}
