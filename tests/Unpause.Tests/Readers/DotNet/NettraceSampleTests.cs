using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.DotNet;

/// <summary>The committed samples; the numbers expected are those that the recorded programs printed.</summary>
public class NettraceSampleTests
{
    [Theory]
    [InlineData("workstation", 117, 116, 23, 501_590, "workstation")]
    [InlineData("server", 68, 34, 9, 667_906, "server")]
    [InlineData("induced", 31, 30, 30, 510_150, "workstation")]
    [InlineData("large-objects", 44, 43, 43, 271_241, "workstation")]
    [InlineData("large-objects-pooled", 1, 0, 0, 28_720, "workstation")]
    [InlineData("large-objects-blocking", 6, 6, 4, 469_709, "workstation")]
    [InlineData("large-objects-concurrent", 29, 28, 5, 398_695, "workstation")]
    [InlineData("large-object-waits", 26, 25, 23, 41_634, "workstation")]
    [InlineData("hard-limit", 57, 56, 30, 1_054_505, "workstation")]
    [InlineData("leak", 243, 65, 6, 406_186, "workstation")]
    [InlineData("datas-off", 64, 1, 0, 78_103, "server")]
    [InlineData("pinned", 246, 242, 82, 5_730_878, "workstation")]
    [InlineData("small-gen0", 506, 1, 0, 46_580, "workstation")]
    [InlineData("finalizers", 41, 3, 2, 305_493, "workstation")]
    [InlineData("through", 115, 114, 37, 2_312_829, "workstation")]
    [InlineData("large-insides", 124, 107, 104, 180_303, "workstation")]
    public void NettraceReader_Sample_MatchesTheProgram(string name, int gen0, int gen1, int gen2, long pauseMicroseconds, string collector)
    {
        var recording = NettraceSample.Read(name);
        Assert.Equal((gen0, gen1, gen2), NettraceSample.InclusiveCounts(recording));
        Assert.InRange(
            recording.Pauses.Sum(pause => pause.DurationNanoseconds) / 1000, pauseMicroseconds * 0.98, pauseMicroseconds * 1.015);
        Assert.Equal(collector, recording.Source.Collector);
        Assert.Equal("10.0.12", recording.Source.RuntimeVersion);
        Assert.StartsWith("/usr/share/dotnet/dotnet /app/AllocatingProgram.dll", recording.Source.Command, StringComparison.Ordinal);
        Assert.Equal(2026, recording.Clock.StartedAt!.Value.Year);
        Assert.Equal(1_000_000, recording.Clock.UncertaintyNanoseconds);
        Assert.Empty(recording.Coverage.Notes);
    }

    /// <summary>Recorded on a busy machine, where a thread may lose its CPU between taking the time and writing the event.</summary>
    [Theory]
    [InlineData("disposed", 13, 1, 0, 6_854)]
    [InlineData("native-aot", 307, 306, 58, 1_515_177)]
    [InlineData("small-container", 36, 17, 6, 321_339)]
    [InlineData("server-one-processor", 58, 57, 15, 1_138_072)]
    public void NettraceReader_BusyMachine_CountsMatchExactly(string name, int gen0, int gen1, int gen2, long pauseMicroseconds)
    {
        var recording = NettraceSample.Read(name);
        Assert.Equal((gen0, gen1, gen2), NettraceSample.InclusiveCounts(recording));
        var slack = 10_000 + (recording.Pauses.Count * 100);
        Assert.InRange(
            recording.Pauses.Sum(pause => pause.DurationNanoseconds) / 1000, pauseMicroseconds - slack, pauseMicroseconds + slack);
    }

    [Theory]
    [InlineData("workstation")]
    [InlineData("server")]
    [InlineData("large-objects")]
    public void NettraceReader_Lists_AreInOrderWithPausesInsideStops(string name)
    {
        var recording = NettraceSample.Read(name);
        Assert.Equal(recording.Collections.OrderBy(collection => collection.StartNanoseconds), recording.Collections);
        Assert.Equal(recording.Pauses.OrderBy(pause => pause.StartNanoseconds), recording.Pauses);
        var end = long.MinValue;
        foreach (var stop in recording.Stops!)
        {
            Assert.True(stop.StartNanoseconds >= end, "stops do not overlap");
            end = stop.StartNanoseconds + stop.DurationNanoseconds;
        }

        foreach (var pause in recording.Pauses)
        {
            Assert.Contains(recording.Stops!, stop => stop.StartNanoseconds <= pause.StartNanoseconds
                && pause.EndNanoseconds <= stop.StartNanoseconds + stop.DurationNanoseconds);
        }
    }

    [Theory]
    [InlineData("workstation")]
    [InlineData("server")]
    public void NettraceReader_Collections_AllHaveSizes(string name)
    {
        foreach (var collection in NettraceSample.Read(name).Collections)
        {
            Assert.True(collection.HeapBeforeBytes > 0 && collection.HeapAfterBytes > 0, $"gc {collection.Number} has sizes");
            Assert.True(collection.HeapCapacityBytes >= collection.HeapAfterBytes, $"gc {collection.Number} fits into what is committed");
            Assert.True(collection.EndNanoseconds > collection.StartNanoseconds, $"gc {collection.Number} ends");
            Assert.NotNull(collection.PromotedBytes);
            Assert.NotNull(collection.AllocatedBytes);
            Assert.Equal(collection.Generation == Generations.Gen2, collection.WholeHeap);
        }
    }

    [Fact]
    public void NettraceReader_BlockingCollection_PhasesFillThePause()
    {
        var recording = NettraceSample.Read("workstation");
        string[] exclusive =
        [
            "mark sized references", "mark roots", "short weak references", "finalization scan", "long weak references", "plan", "relocate",
            "compact", "sweep"
        ];
        var phases = recording.Phases.Where(phase => exclusive.Contains(phase.Name)).Sum(phase => phase.DurationNanoseconds);
        var pauses = recording.Pauses.Sum(pause => pause.DurationNanoseconds);
        Assert.InRange(phases, pauses * 0.7, pauses);
    }

    [Fact]
    public void NettraceReader_ServerGC_HeapsAreWorkers()
    {
        var recording = NettraceSample.Read("server");
        Assert.Equal("1–2", recording.Source.Settings["heaps"]);
        Assert.Contains(recording.Phases, phase => phase is { Name: "mark: older generations", Workers: { } workers }
            && workers.MaxNanoseconds >= workers.MinNanoseconds);
        Assert.Contains(recording.Phases, phase => phase is { Name: "background: concurrent mark", Concurrent: true });
    }

    [Fact]
    public void NettraceReader_Datas_IsASetting()
    {
        var adapting = NettraceSample.Read("datas");
        Assert.Equal((1031, 2, 1), NettraceSample.InclusiveCounts(adapting));
        Assert.Equal("1", adapting.Source.Settings["GCDynamicAdaptationMode"]);
        Assert.DoesNotContain("GCDynamicAdaptationMode", NettraceSample.Read("datas-off").Source.Settings.Keys);
    }

    [Fact]
    public void NettraceReader_BackgroundThatFellBack_IsBlocking()
    {
        // GCStart announces it as a background one; its history shows that it was not concurrent.
        var blocking = NettraceSample.Read(
            "leak").Collections.Where(collection => collection is { Generation: Generations.Gen2, Kind: CollectionKind.Blocking });
        Assert.Contains(blocking, collection => collection.Marks?.Contains("gen2 too small for background") != true);
    }

    [Fact]
    public void NettraceReader_CondemnedReasons_AreMarks()
    {
        Assert.All(
            NettraceSample.Read("induced").Collections.Where(collection => collection.Induced),
            collection => Assert.Contains("induced full", collection.Marks!));
        Assert.Contains(
            NettraceSample.Read("hard-limit").Collections, collection => collection.Marks?.Contains("gen2 budget used up") == true);
        Assert.Contains(NettraceSample.Read("server").Collections, collection => collection.Marks?.Contains("compacting") == true);
    }

    [Fact]
    public void NettraceReader_InducedCollections_AreMarked()
    {
        var recording = NettraceSample.Read("induced");
        Assert.Equal(30, recording.Collections.Count(
            collection => collection is { Induced: true, Cause: Causes.Induced, RuntimeCause: "Induced", Kind: CollectionKind.Blocking }));
    }

    [Fact]
    public void NettraceReader_AllocationWaits_AreStallsNotPauses()
    {
        var recording = NettraceSample.Read("large-objects-concurrent");
        Assert.Equal(2, recording.Stalls.Count);
        Assert.All(recording.Stalls, stall => Assert.StartsWith("allocation wait", stall.Name, StringComparison.Ordinal));
        Assert.InRange(recording.Stalls.Sum(stall => stall.DurationNanoseconds), 27_000_000, 28_000_000);
    }

    [CorpusFact("corpus", "dotnet", "remember.nettrace.gz")]
    public void NettraceReader_HeapDumpCollection_IsNotCounted()
    {
        var recording = Corpus("remember");
        Assert.Empty(recording.Collections);
        Assert.NotNull(recording.HeapGraph);
        Assert.Contains(
            recording.Coverage.Notes, note => note.Text.Contains("induced to take the heap snapshot", StringComparison.Ordinal));
    }

    [CorpusFact("corpus", "dotnet", "robot.nettrace.gz")]
    public void NettraceReader_CpuSamplerSuspensions_AreNotCounted()
    {
        var recording = Corpus("robot");
        Assert.Equal("3.1.0", recording.Source.RuntimeVersion);
        Assert.Equal(2, recording.Collections.Count);
        Assert.Equal(3, recording.Pauses.Count);
        Assert.True(recording.Stops!.Sum(stop => stop.DurationNanoseconds) < 2_000_000, "20.8 s of sampling are left out");
        Assert.Contains(
            recording.Coverage.Notes,
            note => note.Text.Contains("sampler caused 9,928 suspensions (20,779.8 ms", StringComparison.Ordinal));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("0x400000", StringComparison.Ordinal));
    }

    private static Recording Corpus(string name) =>
        NettraceSample.ReadFile(RepositoryFolder.SharedFile("corpus", "dotnet", name + ".nettrace.gz"));
}
