using Unpause.Analysis.Summaries;
using Unpause.Recordings;
using Unpause.Recordings.Words;
using Unpause.Tests.Readers.DotNet;

namespace Unpause.Tests.Analysis.Summaries;

public class KindSummaryTests
{
    [Theory]
    [InlineData("server")]
    [InlineData("through")]
    public void KindSummary_BlockingAndBackground_AreSeparateRows(string sample)
    {
        var recording = NettraceSample.Read(sample);
        var kinds = KindSummary.ComputeAll(recording);
        Assert.Equal([.. kinds.OrderBy(kind => kind.Generation, StringComparer.Ordinal).ThenBy(kind => kind.Kind)], kinds);
        Assert.Contains(kinds, kind => kind is { Generation: Generations.Gen2, Kind: CollectionKind.Blocking });
        Assert.Contains(kinds, kind => kind is { Generation: Generations.Gen2, Kind: CollectionKind.Background });
        foreach (var kind in kinds)
        {
            bool IsOfKind(Collection collection) => collection.Generation == kind.Generation && collection.Kind == kind.Kind;
            var collections = recording.Collections.Where(IsOfKind).ToList();
            var pauses = recording.Pauses.Where(pause => IsOfKind(recording.Collections[pause.Collection]))
                .Select(pause => pause.DurationNanoseconds).Order().ToList();
            Assert.Equal(collections.Count, kind.Count);
            Assert.Equal(pauses.Count, kind.Pauses.Count);
            Assert.Equal(pauses.Sum(), kind.Pauses.TotalNanoseconds);
            Assert.Equal(pauses[^1], kind.Pauses.MaxNanoseconds);
            Assert.Equal(pauses[(pauses.Count + 1) / 2 - 1], kind.Pauses.P50Nanoseconds);
            Assert.Equal(collections.Sum(collection => collection.PromotedBytes), kind.PromotedBytes);
            Assert.Equal(collections.Count(collection => collection.Marks?.Contains("compacting") == true), kind.Compacting);
            Assert.InRange(kind.SurvivedPercent!.Value, 0, 100);
        }

        Assert.Equal(recording.Collections.Count, kinds.Sum(kind => kind.Count));
    }

    [Fact]
    public void KindSummary_FewFactsRecorded_HasNulls()
    {
        var kind = Assert.Single(KindSummary.ComputeAll(Recorded.With(1000, (0, 10), (20, 30))));
        Assert.Equal(2, kind.Count);
        Assert.Equal(30_000_000, kind.Pauses.MaxNanoseconds);
        Assert.Null(kind.Compacting);
        Assert.Null(kind.SurvivedPercent);
        Assert.Null(kind.SuspensionNanoseconds);
        Assert.Null(FactTotals.Compute(Recorded.With(1000, (0, 10))));
    }

    [Fact]
    public void FactTotals_ServerHeaps_ShareTheWork()
    {
        var collector = FactTotals.Compute(NettraceSample.Read("server"))?.Collector;
        Assert.NotNull(collector);
        Assert.Equal((1, 2), (collector.HeapsMin, collector.HeapsMax));
        Assert.InRange(collector.Balance!.SurvivedMedian, 1, collector.Balance.SurvivedMax);
        Assert.InRange(collector.Balance.SurvivedMax, 1, 2);
        Assert.True(collector.CommittedMaxBytes >= Summary.Compute(NettraceSample.Read("server")).Heap.PeakBytes,
            "what is in use is committed");
        Assert.Null(FactTotals.Compute(NettraceSample.Read("workstation"))!.Collector!.Balance);
    }
}
