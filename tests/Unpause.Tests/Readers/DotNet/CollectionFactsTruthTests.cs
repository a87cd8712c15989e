using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Unpause.Analysis.Summaries;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>The further numbers of collections against TraceEvent's own decoding of the same events, summed over the file.</summary>
public class CollectionFactsTruthTests
{
    [Theory]
    [InlineData("workstation")]
    [InlineData("server")]
    [InlineData("pinned")]
    [InlineData("finalizers")]
    [InlineData("small-container")]
    public void CollectionFactsTruth_Facts_MatchTraceEvent(string sample)
    {
        var recording = NettraceSample.Read(sample);
        var theirs = Theirs.Of(NettraceSample.Bytes(sample));
        Assert.True(theirs.Histories > 0, "the sample has histories");
        foreach (var space in DotNetSpaces.All)
        {
            var (size, free, survived, budget) = theirs.Spaces[space.Index];
            Assert.Equal(size, Sum(recording, space, SpaceFact.After) + Sum(recording, space, SpaceFact.Free));
            Assert.Equal(free, Sum(recording, space, SpaceFact.Free));
            Assert.Equal(survived, Sum(recording, space, SpaceFact.Survived));
            Assert.Equal(budget, Sum(recording, space, SpaceFact.Budget));
        }

        Assert.Equal(theirs.Pinned, Sum(recording, CollectionFact.PinnedObjects));
        Assert.Equal(theirs.Handles, Sum(recording, CollectionFact.Handles));
        Assert.Equal(theirs.Finalizable, Sum(recording, CollectionFact.FinalizableObjects));
        Assert.Equal(theirs.FinalizableBytes, Sum(recording, CollectionFact.FinalizableBytes));
        Assert.Equal(theirs.Heaps, Sum(recording, CollectionFact.Heaps));
        Assert.Equal(theirs.Foreground, Sum(recording, CollectionFact.Foreground));
        Assert.Equal(theirs.Finalized, recording.Finalizers!.Objects);
    }

    [Fact]
    public void CollectionFactsTruth_EveryCollection_HasARow()
    {
        foreach (var sample in new[] { "workstation", "server", "leak", "large-objects-concurrent" })
        {
            var recording = NettraceSample.Read(sample);
            for (var i = 0; i < recording.Collections.Count; i++)
            {
                Assert.NotNull(recording.Facts!.Get(i, CollectionFact.Heaps));
                Assert.NotNull(recording.Facts.Get(i, CollectionFact.Handles));
                Assert.NotNull(recording.Facts.Get(i, DotNetSpaces.Gen2, SpaceFact.After));
            }

            // The share of pauses that is suspension, once by pauses and once by stops.
            var suspended = Sum(recording, CollectionFact.SuspensionNanoseconds);
            var stops = StopSummary.Compute(recording)!.TimeToSafepointTotalNanoseconds!.Value;
            Assert.InRange(suspended, stops * 0.5, stops * 1.01);
        }
    }

    [Fact]
    public void CollectionFactsTruth_ServerGcWithOneProcessor_IsWorkstationGc()
    {
        var recording = NettraceSample.Read("server-one-processor");
        // The program itself printed server=False.
        Assert.Equal("workstation", recording.Source.Collector);
        Assert.Equal("1", recording.Source.Settings["gcServer"]);
        Assert.Equal("1", recording.Source.Settings["processors"]);
        Assert.Contains("silently uses workstation GC", Assert.Single(recording.Coverage.Notes).Text, StringComparison.Ordinal);
        Assert.Equal("2", NettraceSample.Read("server").Source.Settings["processors"]);
    }

    [Fact]
    public void CollectionFactsTruth_LargeObjectDeaths_AreEstimated()
    {
        // 3000 arrays of 400,000 bytes, of which at most the last few live at the last collection, beside an array of 1.6 MB that stays.
        var deaths = NettraceSample.Read("large-objects").LargeObjectDeaths;
        Assert.NotNull(deaths);
        Assert.InRange(deaths.DiedBytes, deaths.AllocatedBytes - 40_000_000, deaths.AllocatedBytes - 1_500_000);
        Assert.InRange(deaths.AllocatedBytes, 1_170_000_000, 1_203_000_000);
        Assert.Null(NettraceSample.Read("workstation").LargeObjectDeaths);
    }

    [Fact]
    public void CollectionFactsTruth_HeapCounts_AreFollowed()
    {
        var recording = NettraceSample.Read("server");
        Assert.NotEmpty(recording.HeapCountDecisions);
        Assert.All(recording.HeapCountDecisions, decision => Assert.InRange(decision.Heaps, 1, 2));
        Assert.Equal(2, recording.HeapCountDecisions[0].Heaps);
        Assert.True(FactTotals.Compute(recording)!.Collector!.HeapCountChanges >= 1, "it began with one heap");
        Assert.Empty(NettraceSample.Read("datas-off").HeapCountDecisions);
    }

    private static long Sum(Recording recording, CollectionFact fact) =>
        Enumerable.Range(0, recording.Collections.Count).Sum(index => recording.Facts!.Get(index, fact) ?? 0);

    private static long Sum(Recording recording, HeapSpace space, SpaceFact fact) =>
        Enumerable.Range(0, recording.Collections.Count).Sum(index => recording.Facts!.Get(index, space, fact) ?? 0);

    private sealed class Theirs
    {
        public (long Size, long Free, long Survived, long Budget)[] Spaces { get; } = new (long, long, long, long)[5];

        public long Histories { get; private set; }

        public long Pinned { get; private set; }

        public long Handles { get; private set; }

        public long Finalizable { get; private set; }

        public long FinalizableBytes { get; private set; }

        public long Heaps { get; private set; }

        public long Foreground { get; private set; }

        public long Finalized { get; private set; }

        public static Theirs Of(byte[] file)
        {
            var theirs = new Theirs();
            using var source = new EventPipeEventSource(new MemoryStream(file));
            source.Clr.GCPerHeapHistory += theirs.Add;
            source.Clr.GCHeapStats += stats =>
            {
                theirs.Pinned += stats.PinnedObjectCount;
                theirs.Handles += stats.GCHandleCount;
                theirs.Finalizable += stats.FinalizationPromotedCount;
                theirs.FinalizableBytes += stats.FinalizationPromotedSize;
            };
            source.Clr.GCGlobalHeapHistory += history => theirs.Heaps += history.NumHeaps;
            source.Clr.GCStart += start => theirs.Foreground += start.Type == GCType.ForegroundGC ? 1 : 0;
            source.Clr.GCFinalizersStop += stop => theirs.Finalized += stop.Count;
            source.Process();
            return theirs;
        }

        private void Add(GCPerHeapHistoryTraceData history)
        {
            Histories++;
            for (var generation = 0; generation < Spaces.Length; generation++)
            {
                var data = history.GenData((Gens)generation);
                ref var sum = ref Spaces[generation];
                sum = (sum.Size + data.SizeAfter, sum.Free + data.FreeListSpaceAfter
                    + data.FreeObjSpaceAfter, sum.Survived + data.NonePinnedSurv + data.PinnedSurv, sum.Budget + data.Budget);
            }
        }
    }
}
