using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.DotNet;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Diagnosis.DotNet;

[Trait("Tier", "live")]
public class FinalizerBacklogTests
{
    [Fact]
    public void Check_SlowFinalizers_Fires()
    {
        var finding = Findings.Of(new FinalizerBacklog(), "finalizers");
        Assert.NotNull(finding);
        Assert.Equal(Severity.High, finding.Severity);
        // The program created 30,000 of them, and the finalizer thread never finished.
        Assert.InRange(finding.Evidence[0].Value!.Value, 29_000, 30_030);
        Assert.Equal(finding.Evidence[0].Value, finding.Evidence[1].Value);
        var longest = finding.Evidence.Single(evidence => evidence.Key == "finalizer_longest_ms");
        Assert.Contains("not finished when the recording ended", longest.Text, StringComparison.Ordinal);
        Assert.Contains("GC.SuppressFinalize(this)", finding.Advice[0].Code, StringComparison.Ordinal);
    }

    /// <summary>The program creates 20 objects a round, more than the finalizer thread can process.</summary>
    [Fact]
    public void Finding_TypesRecorded_NamesThem()
    {
        var run = RecordedProgram.Run(
            "finalizers 1000 1",
            "DOTNET_EventPipeConfig=Microsoft-Windows-DotNETRuntime:0x1080001:5,Microsoft-Windows-DotNETRuntimePrivate:0x1:4");
        var types = run.Recording.Finalizers!.Types;
        Assert.NotNull(types);
        Assert.Equal("AllocatingProgram.SlowHandle", types[0].Type);
        Assert.InRange(types[0].Objects, 100, 20_000);
        Assert.Equal("AllocatingProgram.SlowHandle", run.Recording.Finalizers.LastType);
        var finding = Findings.Of(new FinalizerBacklog(), AnalysedProcess.From(run.Recording));
        Assert.NotNull(finding);
        Assert.EndsWith("dominated by AllocatingProgram.SlowHandle", finding.Title, StringComparison.Ordinal);
        Assert.Contains(
            finding.Evidence,
            evidence => evidence.Text.Contains("SlowHandle", StringComparison.Ordinal) && evidence.Value == types[0].Objects);
        Assert.Null(NettraceSample.Read("finalizers").Finalizers!.Types);
    }

    [Theory]
    [InlineData("disposed")]
    [InlineData("workstation")]
    [InlineData("server")]
    public void Check_DisposedOrFew_IsSilent(string sample) => Assert.Null(Findings.Of(new FinalizerBacklog(), sample));
}
