using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Python;
using Unpause.Recordings;
using Unpause.Tests.Readers.Python;

namespace Unpause.Tests.Diagnosis;

public class FutileCollectionsTests
{
    [Theory]
    [InlineData("recommend-default")]
    [InlineData("film-default")]
    public void Check_CollectionsFreeNothing_Fires(string sample)
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
        Assert.Contains("none remains. Young ones scan each new object once", found.Finding.ExpectedGain, StringComparison.Ordinal);
    }

    /// <summary>A program that loads and then serves, before and after following the advice: measured as predicted.</summary>
    [Fact]
    public void Gain_AdviceFollowed_IsWithinThePrediction()
    {
        var before = Assert.Single(Samples.Load("samples", "python", "catalogue-default.upgc"));
        var after = Assert.Single(Samples.Load("samples", "python", "catalogue-raised.upgc"));
        var saved = (Total(before) - Total(after)) / 1e6;
        var found = Assert.IsType<Verdict.FoundVerdict>(new FutileCollections().Check(AnalysedProcess.From(before))).Finding;
        Assert.InRange(saved, found.Gain!.Low, found.Gain.High);
        Assert.True(found.Gain.High < 0.95 * Total(before) / 1e6);
        // Advice that was followed is not given again.
        var again = Assert.IsType<Verdict.FoundVerdict>(new FutileCollections().Check(AnalysedProcess.From(after))).Finding;
        Assert.DoesNotContain(again.Advice, advice => advice.Code?.Contains("set_threshold", StringComparison.Ordinal) == true);
        Assert.DoesNotContain(again.Advice, advice => advice.Setting is not null);
        Assert.Contains("gc.freeze()", again.Advice[0].Code, StringComparison.Ordinal);
        Assert.Contains("already high", again.ExpectedGain, StringComparison.Ordinal);

        static double Total(Unpause.Recordings.Recording recording) => recording.Pauses.Sum(pause => (double)pause.DurationNanoseconds);
    }

    /// <summary>The forecast for the thresholds in force must match the recording.</summary>
    [Theory]
    [InlineData("film-default")]
    [InlineData("recommend-default")]
    [InlineData("catalogue-default")]
    public void Forecast_SameThresholds_MatchesTheRecording(string sample)
    {
        var recording = Assert.Single(Samples.Load("samples", "python", sample + ".upgc"));
        var full = recording.Pauses.Where(pause => recording.Collections[pause.Collection].WholeHeap).ToList();
        long[] now = [700, 10, 10];
        var reported = FullCollectionLengths.From(recording).Under(now, now, onlyGrowth: false)!.Value;
        Assert.InRange(reported.Count, full.Count * 0.7, (full.Count * 1.3) + 1);
        var sum = full.Sum(pause => (double)pause.DurationNanoseconds);
        Assert.InRange(reported.Nanoseconds, sum * 0.7, sum * 1.3);
    }

    [Theory]
    [InlineData("recommend-fixed")]
    [InlineData("cycles")]
    public void Check_AfterTheFixOrUsefulCollections_IsSilent(string sample) =>
        Assert.Same(Verdict.Silent, Samples.Ask(new FutileCollections(), "samples", "python", sample + ".upgc"));

    [Theory]
    [InlineData("3.13.0", 4u, "gc.set_threshold(10_000, 20, 10)", "generations are collected")]
    [InlineData("3.14.2", 4u, "gc.set_threshold(10_000, 20)", "ignore the third")]
    [InlineData("3.14.5", 4u, "gc.set_threshold(10_000, 20, 10)", "generations are collected")]
    [InlineData("3.15.0", 4u, "gc.set_threshold(10_000, 20, 10)", "generations are collected")]
    [InlineData("3.14.5", 5u, "gc.set_threshold(10_000)", "only the first number counts")]
    public void Advice_EachVersion_FitsItsCollector(string version, uint flags, string code, string text)
    {
        // The generations that each version collects automatically; others are induced.
        var generation = (byte)(flags == 5u ? 0 : version == "3.14.2" ? 1 : 2);
        var file = new AgentFile(64, version, flags, begun: 60, exited: 20_000_000);
        for (ulong sequence = 1; sequence <= 60; sequence++)
        {
            file.Record(sequence, (long)sequence * 200_000, ((long)sequence * 200_000) + 100_000, generation, count: 11, threshold: 10);
        }

        var process = AnalysedProcess.From(Assert.Single(Samples.Of(file.Bytes)));
        var finding = Assert.IsType<Verdict.FoundVerdict>(new FutileCollections().Check(process)).Finding;
        Assert.Equal($"import gc\n{code}", finding.Advice[0].Code);
        Assert.Contains(text, finding.Advice[0].Text, StringComparison.Ordinal);
        Assert.NotNull(finding.ExpectedGain);
    }

    [Fact]
    public void Advice_FewFullCollections_FreezingComesFirst()
    {
        var file = new AgentFile(64, begun: 60, exited: 20_000_000);
        for (ulong sequence = 1; sequence <= 60; sequence++)
        {
            file.Record(sequence, (long)sequence * 200_000, ((long)sequence * 200_000) + 100_000);
        }

        var finding = Assert.IsType<Verdict.FoundVerdict>(
            new FutileCollections().Check(AnalysedProcess.From(Assert.Single(Samples.Of(file.Bytes))))).Finding;
        Assert.Contains("gc.freeze()", finding.Advice[0].Code, StringComparison.Ordinal);
        Assert.StartsWith("Higher thresholds save little", finding.ExpectedGain, StringComparison.Ordinal);
    }

    [Fact]
    public void Check_TextWithoutTimes_IsNotApplicable()
    {
        var text = string.Concat(Enumerable.Repeat("gc: collecting generation 2...\ngc: done, 0 unreachable, 0 uncollectable\n", 30));
        var verdict = new FutileCollections().Check(AnalysedProcess.From(Assert.Single(Samples.Of(text))));
        Assert.IsType<Verdict.NotApplicableVerdict>(verdict);
    }
}
