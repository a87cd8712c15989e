using Unpause.Analysis;
using Unpause.Analysis.CostModels;

namespace Unpause.Tests.Analysis.CostModels;

/// <summary>The live set of a recording is one value in all outputs; what a formula takes may be less.</summary>
public sealed class ModelLiveSetTests
{
    [Theory]
    [InlineData("samples/jvm/retaining-g1-jdk17.log.gz")]
    [InlineData("samples/jvm/parallel-jdk17.log")]
    [InlineData("samples/go/catalog-gogc100.gctrace")]
    [InlineData("samples/dotnet/leak.nettrace.gz")]
    public void SteadyWork_LiveSet_IsThatOfTheSummary(string path)
    {
        var recording = Samples.Load(path.Split('/')).Single();
        var live = SteadyWork.Compute(recording)!.LiveSetBytes;
        Assert.NotNull(live);
        Assert.Equal(AnalysedProcess.From(recording).Summary.Heap.LiveSetBytes, live);
    }
}
