using Unpause.Analysis;
using Unpause.Diagnosis;
using Unpause.Diagnosis.Python;
using Unpause.Tests.Readers.Python;

namespace Unpause.Tests.Diagnosis;

public class FutileCollectionsTests
{
    [Theory]
    [InlineData("recommend-default")]
    [InlineData("film-default")]
    public void FiresWhereCollectionsFreeNothing(string sample)
    {
        var found = Assert.IsType<Verdict.FoundVerdict>(Samples.Ask(new FutileCollections(), "samples", "python", sample + ".upgc"));
        var recording = Assert.Single(Samples.Load("samples", "python", sample + ".upgc"));
        var automatic = recording.Pauses.Where(
            pause => recording.Collections[pause.Collection] is { Induced: false }).ToList();
        Assert.Equal(Severity.High, found.Finding.Severity);
        Assert.InRange(found.Finding.Evidence[0].Value!.Value, automatic.Count * 0.99, automatic.Count);
        Assert.InRange(
            found.Finding.Evidence[1].Value!.Value,
            automatic.Sum(pause => pause.DurationNanoseconds) / 1e6 * 0.95,
            automatic.Sum(pause => pause.DurationNanoseconds) / 1e6);
        Assert.Equal("import gc\ngc.set_threshold(10_000, 20, 10)", found.Finding.Advice[0].Code);
        Assert.Equal("UNPAUSE_PYTHON_GC_THRESHOLD=10000,20,10", found.Finding.Advice[1].Setting);
        Assert.Contains("gc.freeze()", found.Finding.Advice[2].Code, StringComparison.Ordinal);
        Assert.Contains("28.6 times rarer", found.Finding.ExpectedGain, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("recommend-fixed")]
    [InlineData("cycles")]
    public void IsSilentAfterTheFixAndWhereCollectionsFreeMuch(string sample) =>
        Assert.Same(Verdict.Silent, Samples.Ask(new FutileCollections(), "samples", "python", sample + ".upgc"));

    [Theory]
    [InlineData("3.13.0", 4u, "gc.set_threshold(10_000, 20, 10)", "generations are collected")]
    [InlineData("3.14.2", 4u, "gc.set_threshold(10_000, 20)", "ignore the third")]
    [InlineData("3.14.5", 4u, "gc.set_threshold(10_000, 20, 10)", "generations are collected")]
    [InlineData("3.15.0", 4u, "gc.set_threshold(10_000, 20, 10)", "generations are collected")]
    [InlineData("3.14.5", 5u, "gc.set_threshold(10_000)", "only the first number counts")]
    public void TheAdviceFitsTheExactVersion(string version, uint flags, string code, string text)
    {
        // What each collects by itself; others are asked for.
        var generation = (byte)(flags == 5u ? 0 : version == "3.14.2" ? 1 : 2);
        var file = new AgentFile(64, version, flags, begun: 60, exited: 20_000_000);
        for (ulong sequence = 1; sequence <= 60; sequence++)
        {
            file.Record(sequence, (long)sequence * 200_000, ((long)sequence * 200_000) + 100_000, generation, count: 11, threshold: 10);
        }

        var process = AnalysedProcess.Of(Assert.Single(Samples.Of(file.Bytes)));
        var finding = Assert.IsType<Verdict.FoundVerdict>(new FutileCollections().Check(process)).Finding;
        Assert.Equal($"import gc\n{code}", finding.Advice[0].Code);
        Assert.Contains(text, finding.Advice[0].Text, StringComparison.Ordinal);
        Assert.NotNull(finding.ExpectedGain);
    }

    [Fact]
    public void WhereFullCollectionsAreFewFreezingComesFirst()
    {
        var file = new AgentFile(64, begun: 60, exited: 20_000_000);
        for (ulong sequence = 1; sequence <= 60; sequence++)
        {
            file.Record(sequence, (long)sequence * 200_000, ((long)sequence * 200_000) + 100_000);
        }

        var finding = Assert.IsType<Verdict.FoundVerdict>(
            new FutileCollections().Check(AnalysedProcess.Of(Assert.Single(Samples.Of(file.Bytes))))).Finding;
        Assert.Contains("gc.freeze()", finding.Advice[0].Code, StringComparison.Ordinal);
        Assert.StartsWith("Little from thresholds", finding.ExpectedGain, StringComparison.Ordinal);
    }

    [Fact]
    public void TextWithoutTimesLacksWhatItNeeds()
    {
        var text = string.Concat(Enumerable.Repeat("gc: collecting generation 2...\ngc: done, 0 unreachable, 0 uncollectable\n", 30));
        var verdict = new FutileCollections().Check(AnalysedProcess.Of(Assert.Single(Samples.Of(text))));
        Assert.IsType<Verdict.NotApplicableVerdict>(verdict);
    }
}
