using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Python;
using Unpause.Analysis.Events;
using Unpause.Recordings.Words;
using Unpause.Tests.Diagnosis.DotNet;

namespace Unpause.Tests.Diagnosis;

/// <summary>
/// fixtures/python/finalizers.py: each object in a cycle has a finalizer of 0.2 ms. The program counted 16 collections and 10,526
/// finalizers.
/// </summary>
public sealed class FinalizersInCollectionsTests
{
    private readonly AnalysedProcess _process =
        AnalysedProcess.From(Samples.Load("tests", "Unpause.Tests", "fixtures", "python", "finalizers.upgc.gz").Single());

    [Fact]
    public void Explanation_OfEachYoungCollectionButTheFirst_IsFinalizers()
    {
        var explainer = new PauseExplainer(_process);
        Assert.InRange(explainer.Stops.Count, 15, 16);
        for (var i = 0; i < explainer.Stops.Count; i++)
        {
            var stop = explainer.Explain(i);
            var collection = _process.Recording.Collections[stop.Collection!.Value];
            if (collection.Number > 1 && collection.Generation == Generations.Gen0) Assert.Equal(PauseCause.Finalizers, stop.Cause);
        }
    }

    /// <summary>Broken cycles move the finalizers' work, and save none of it.</summary>
    [Fact]
    public void CostlyCollections_Finalizers_PromisesNoGain()
    {
        var finding = Findings.Of(new CostlyCollections(), _process);
        Assert.NotNull(finding);
        Assert.Null(finding.Gain);
        Assert.Null(finding.TimeBack);
    }

    [Theory]
    [InlineData("recommend-default.upgc")]
    [InlineData("catalogue-default.upgc")]
    [InlineData("cycles.upgc")]
    public void Causes_OrdinaryCycles_AreNotFinalizers(string sample)
    {
        var explainer = new PauseExplainer(AnalysedProcess.From(Samples.Load("samples", "python", sample).Single()));
        for (var i = 0; i < explainer.Stops.Count; i++) Assert.NotEqual(PauseCause.Finalizers, explainer.Causes.Find(explainer.Stops[i]));
    }
}
