using Unpause.Analysis.Summaries;
using Unpause.Collections;
using Unpause.Recordings;
using Unpause.Recordings.Packed;
using Unpause.Recordings.Words;
using static Unpause.Tests.Recorded;

namespace Unpause.Tests.Analysis.Summaries;

public class SummaryTests
{
    [Fact]
    public void Summary_Pauses_AddUp()
    {
        var pauses = Summary.Compute(With(1000, (0, 10), (100, 30), (500, 20))).Pauses;
        Assert.Equal(3, pauses.Count);
        Assert.Equal(60 * Millisecond, pauses.TotalNanoseconds);
        Assert.Equal(20 * Millisecond, pauses.MeanNanoseconds);
        Assert.Equal(30 * Millisecond, pauses.MaxNanoseconds);
        Assert.Equal(20 * Millisecond, pauses.P50Nanoseconds);
        Assert.Equal(94.0, pauses.ThroughputPercent!.Value, 9);
    }

    [Fact]
    public void Summary_NoPauses_HasOnlyTotals()
    {
        var pauses = Summary.Compute(With(1000)).Pauses;
        Assert.Equal(0, pauses.Count);
        Assert.Equal(0L, pauses.TotalNanoseconds);
        Assert.Null(pauses.MaxNanoseconds);
        Assert.Null(pauses.MeanNanoseconds);
        Assert.Null(pauses.P999Nanoseconds);
        Assert.Equal(100.0, pauses.ThroughputPercent);
    }

    [Fact]
    public void Summary_RecordingNoLongerThanItsPause_HasNoThroughput()
    {
        Assert.Null(Summary.Compute(With(10, (0, 10))).Pauses.ThroughputPercent);
        var unknown = With(10, (0, 5)) with { DurationNanoseconds = null };
        Assert.Null(Summary.Compute(unknown).Pauses.ThroughputPercent);
    }

    [Fact]
    public void Summary_GenerationsAndCauses_AreCounted()
    {
        var recording = Begun(1000, (0, 10), (100, 30), (500, 20));
        var (full, background) = (recording.Edit(1), recording.Edit(2));
        full.Generation = Generations.Full;
        full.Induced = true;
        full.Cause = Causes.Induced;
        full.RuntimeCause = "System.gc()";
        background.Kind = CollectionKind.Background;
        recording.Pauses.Add(new Pause(600 * Millisecond, 6 * Millisecond, 2, "Remark"));
        var collections = Summary.Compute(recording.Build()).Collections;
        Assert.Equal(3, collections.Count);
        Assert.Equal(1, collections.Induced);
        Assert.Equal([Generations.Young, Generations.Full], collections.ByGeneration.Select(row => row.Generation));
        var young = collections.ByGeneration[0];
        Assert.Equal((2, 1, 1, 0), (young.Count, young.Blocking, young.Background, young.Induced));
        Assert.Equal(36 * Millisecond, young.PauseTotalNanoseconds);
        Assert.Equal(12 * Millisecond, young.PauseMeanNanoseconds);
        Assert.Equal(20 * Millisecond, young.PauseMaxNanoseconds);
        Assert.Equal(["G1 Evacuation Pause", "System.gc()"], collections.ByCause.Select(row => row.RuntimeCause));
        Assert.Equal(2, collections.ByCause[0].Count);
    }

    [Fact]
    public void Summary_Phases_AreGroupedByName()
    {
        var recording = Begun(1000, (0, 10), (100, 30));
        recording.Phases.Add(new Phase(0, "Object Copy", 4 * Millisecond));
        recording.Phases.Add(new Phase(1, "Object Copy", 8 * Millisecond));
        recording.Phases.Add(new Phase(1, "Mark", 50 * Millisecond, Concurrent: true));
        var phases = Summary.Compute(recording.Build()).Collections.ByPhase;
        Assert.Equal(["Mark", "Object Copy"], phases.Select(phase => phase.Phase));
        Assert.True(phases[0].Concurrent);
        Assert.Equal(
            (2, 12 * Millisecond, 6.0 * Millisecond, 8 * Millisecond),
            (phases[1].Count, phases[1].TotalNanoseconds.Value, phases[1].MeanNanoseconds, phases[1].MaxNanoseconds));
    }

    [Fact]
    public void Summary_HeapNumbers_ComeFromCollections()
    {
        var begun = Begun(2000, (0, 10), (100, 30));
        var second = begun.Edit(1);
        second.WholeHeap = true;
        second.HeapAfterBytes = 25;
        second.PromotedBytes = 8;
        var recording = begun.Build();
        var heap = Summary.Compute(recording).Heap;
        Assert.Equal((null, 100L, 25L, 120L), (heap.MaxBytes, heap.PeakBytes, heap.LiveSetBytes, heap.AllocatedBytes?.Value));
        Assert.Equal(60.0, heap.AllocationRateBytesPerSecond);
        Assert.Equal(4.0, heap.PromotionRateBytesPerSecond);
        Assert.Equal(500, Summary.Compute(recording with { AllocatedBytes = 500 }).Heap.AllocatedBytes?.Value);
    }

    [Fact]
    public void Summary_UnknownHeap_StaysUnknown()
    {
        var heap = Summary.Compute(Empty()).Heap;
        Assert.Equal(new HeapSummary(null, null, null, null, null, null), heap);
    }

    [Fact]
    public void Summary_DurationsOfADamagedFile_DoNotOverflow()
    {
        var begun = Begun(1000, (0, 10));
        for (var i = 0; i < 3; i++) begun.Pauses.Add(new Pause(0, long.MaxValue / 2, 0, "Pause Young"));
        begun.Stops = new StopList { new(0, long.MaxValue, null, "G1", true) };
        var recording = begun.Build();
        Assert.Equal(
            [
                "3 of the pauses are left out because of impossible times (negative, longer than a day, or outside any recording): "
                + "the input is damaged.",
                "1 of the stops is left out because of impossible times (negative, longer than a day, or outside any recording): "
                + "the input is damaged."],
            recording.Coverage.Notes.Select(note => note.Text));
        Assert.True(recording.Coverage.Unreadable);
        var summary = Summary.Compute(recording);
        Assert.Equal(
            (1, 10 * Millisecond, 99.0), (summary.Pauses.Count, summary.Pauses.TotalNanoseconds.Value, summary.Pauses.ThroughputPercent));
        // No stop is left that holds the pause.
        Assert.Equal((1, 10 * Millisecond), (summary.Stops!.Count, summary.Stops.TotalNanoseconds.Value));
    }

    [Fact]
    public void Summary_Stops_AreNotAddedToPauses()
    {
        Assert.Null(Summary.Compute(With(1000, (100, 30))).Stops);
        var recording = Begun(1000, (100, 30));
        recording.Stops = new StopList
        {
            new(90 * Millisecond, 45 * Millisecond, 10 * Millisecond, "G1CollectForAllocation", true),
            new(500 * Millisecond, 5 * Millisecond, null, "Cleanup", false),
        };
        var stops = Summary.Compute(recording.Build()).Stops!;
        Assert.Equal(2, stops.Count);
        Assert.Equal(50 * Millisecond, stops.TotalNanoseconds);
        Assert.Equal(45 * Millisecond, stops.MaxNanoseconds);
        Assert.Equal(10 * Millisecond, stops.TimeToSafepointTotalNanoseconds?.Value);
        Assert.Equal(20 * Millisecond, stops.OutsidePausesNanoseconds);
        Assert.Equal(95.0, stops.ThroughputPercent!.Value, 9);
    }
}
