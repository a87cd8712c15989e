using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Python;

/// <summary>The content of a ring that wrapped, was cut or was killed, and what the counters prove.</summary>
public class AgentRingTests
{
    [Fact]
    public void AgentRing_Wrapped_BeginsWithTheOldestRecordAndNotesTheLoss()
    {
        var file = new AgentFile(4, begun: 6);
        for (ulong sequence = 3; sequence <= 6; sequence++) file.Record(sequence, 10_000 * (long)sequence, (10_000 * (long)sequence) + 500);
        file.Anchor(0, 1, 1000, 2_000_000_000, 1000);
        var recording = Assert.Single(Samples.Of(file.Bytes));
        Assert.Equal([3, 4, 5, 6], recording.Collections.Select(collection => collection.Number));
        Assert.Equal([0, 10_000, 20_000, 30_000], recording.Pauses.Select(pause => pause.StartNanoseconds));
        Assert.Equal(30_500, recording.DurationNanoseconds);
        Assert.Equal(DateTimeOffset.UnixEpoch.AddTicks((2_000_000_000 - 1000 + 30_000) / 100), recording.Clock.StartedAt);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("first 2 of 6 were overwritten", StringComparison.Ordinal));
    }

    [Fact]
    public void AgentRing_KilledInsideACollectionOrAWrite_IsRead()
    {
        var file = new AgentFile(8, flags: 0, begun: 3).Record(1, 2000, 3000).Record(2, 5000, null).Record(3, 9000, 9500);
        file.Word(AgentFile.HeaderBytes + (2 * 64) + 44, 999);
        var recording = Assert.Single(Samples.Of(file.Bytes));
        Assert.Equal(2, recording.Collections.Count);
        Assert.Equal(
            (4000L, null, null),
            (recording.Collections[1].StartNanoseconds, recording.Collections[1].EndNanoseconds, recording.Collections[1].FreedObjects));
        Assert.Equal(0, Assert.Single(recording.Pauses).Collection);
        Assert.Equal(4000, recording.DurationNanoseconds);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("did not end", StringComparison.Ordinal));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("still being written", StringComparison.Ordinal));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("did not exit normally", StringComparison.Ordinal));
        Assert.False(recording.Coverage.Unreadable);
    }

    [Theory]
    [InlineData(4 + 8, "The disk was full")]
    [InlineData(4 + 8 + 16, "The recording's file could not be opened again")]
    public void AgentRing_StoppedRecording_EndsWithItsLastRecord(int flags, string said)
    {
        var file = new AgentFile(8, flags: (uint)flags, begun: 1, exited: 90_000).Record(1, 2000, 3000);
        var recording = Assert.Single(Samples.Of(file.Bytes));
        Assert.Equal(2000, recording.DurationNanoseconds);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.StartsWith(said, StringComparison.Ordinal));
    }

    [Fact]
    public void AgentRing_RecordAheadOfTheCount_IsRead() =>
        Assert.Equal(
            2,
            Assert.Single(Samples.Of(new AgentFile(8, flags: 0, begun: 1).Record(1, 2000, 3000).Record(2, 4000, 5000).Bytes))
                .Collections.Count);

    [Fact]
    public void AgentRing_ImpossibleRecords_AreCountedAndLeftOut()
    {
        var file = new AgentFile(8, begun: 8, exited: 90_000);
        for (ulong sequence = 1; sequence <= 8; sequence++) file.Record(sequence, 2000 * (long)sequence, (2000 * (long)sequence) + 100);
        file.Record(2, 4000, 3999).Record(4, -5, 10).Record(5, 10_000, 10_100, generation: 3).Record(6, 100, 200);
        var recording = Assert.Single(Samples.Of(file.Bytes));
        Assert.Equal([1, 3, 7, 8], recording.Collections.Select(collection => collection.Number));
        Assert.Contains(recording.Coverage.Notes, note => note.Unreadable && note.Text.StartsWith("Left out 4 records",
            StringComparison.Ordinal));
        Assert.Equal(89_000, recording.DurationNanoseconds);
    }

    [Fact]
    public void AgentRing_WallClockStep_IsUncertainty()
    {
        var file = new AgentFile(4, begun: 1).Record(1, 2000, 3000);
        file.Anchor(0, 1, 1000, 1_700_000_000_000_000_000, 1200).Anchor(1, 2, 2000, 1_700_000_000_500_000_000, 2200).Anchor(2, 0, 1, 2, 3);
        var recording = Assert.Single(Samples.Of(file.Bytes));
        Assert.InRange(recording.Clock.UncertaintyNanoseconds!.Value, 499_000_000, 501_000_000);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("wall clock moved by 500.0 ms", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("3.11.2", true, 701, 701, 700, 700, 0, Causes.Allocation)]
    [InlineData("3.11.2", true, 701, 11, 700, 10, 1, Causes.Allocation)]
    [InlineData("3.11.2", true, 117, 2, 700, 10, 2, Causes.Induced)]
    [InlineData("3.11.2", true, 5, 30, 700, 10, 2, Causes.Induced)]
    [InlineData("3.12.1", true, 5, 30, 700, 10, 2, null)]
    [InlineData("3.12.1", true, 5, 3, 700, 10, 2, Causes.Induced)]
    [InlineData("3.13.0", false, 9000, 9000, 2000, 2000, 0, Causes.Induced)]
    [InlineData("3.11.2", true, 9000, 9000, 0, 0, 0, Causes.Induced)]
    [InlineData("3.14.3", true, 3, 0, 2000, 10, 1, null)]
    [InlineData("3.14.5", true, 3, 0, 2000, 10, 1, Causes.Induced)]
    [InlineData("no version", true, 3, 0, 2000, 10, 1, null)]
    public void AgentRing_Causes_AreOnlyWhatTheCountersProve(
        string version, bool enabled, uint count0, uint count, uint threshold0, uint threshold, byte generation, string? cause)
    {
        var file = new AgentFile(4, version, begun: 1).Record(1, 2000, 3000, generation, enabled, count0, count, threshold0, threshold);
        var collection = Assert.Single(Assert.Single(Samples.Of(file.Bytes)).Collections);
        Assert.Equal(cause, collection.Cause);
        Assert.Equal(cause == Causes.Induced, collection.Induced);
    }

    [Theory]
    [InlineData("3.13.0", 4u, PythonCollectors.Generational)]
    [InlineData("3.14.0rc2", 4u, PythonCollectors.Incremental)]
    [InlineData("3.14.4", 4u, PythonCollectors.Incremental)]
    [InlineData("3.14.5", 4u, PythonCollectors.Generational)]
    [InlineData("3.15.0b1", 4u, PythonCollectors.Generational)]
    [InlineData("3.14.2", 5u, PythonCollectors.FreeThreaded)]
    [InlineData("?", 4u, null)]
    public void AgentRing_ExactVersion_DeterminesTheCollector(string version, uint flags, string? collector) =>
        Assert.Equal(collector, Assert.Single(Samples.Of(new AgentFile(4, version, flags).Bytes)).Source.Collector);

    [Theory]
    [InlineData(4u, false)]
    [InlineData(5u, true)]
    public void AgentRing_FreeThreadedBuild_PausesAreUpperBounds(uint flags, bool free)
    {
        var recording = Assert.Single(Samples.Of(new AgentFile(4, "3.13.5", flags, begun: 1).Record(1, 2000, 3000).Bytes));
        Assert.Equal(
            free, recording.Coverage.Notes.Any(note => note.Text.Contains("an upper bound of the time", StringComparison.Ordinal)));
        Assert.Equal(free, Assert.Single(recording.Collections).WholeHeap);
    }

    [Theory]
    [InlineData("c", false)]
    [InlineData("pure", true)]
    public void AgentRing_Agent_IsASetting(string agent, bool harmful)
    {
        var file = new AgentFile(8, begun: 1, exited: 20_000, agent: agent).Record(1, 2_000, 3_000);
        var recording = Assert.Single(Samples.Of(file.Bytes));
        Assert.Equal(agent, recording.Source.Settings["agent"]);
        Assert.Equal(harmful, recording.Coverage.Notes.Any(note => note.Text.Contains("other threads' work", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(0, null)]
    [InlineData(1, "1 forked process collected")]
    [InlineData(3, "3 forked processes collected")]
    public void AgentRing_ChildrenWithoutAFile_GiveANote(uint lost, string? reported)
    {
        var file = new AgentFile(8, begun: 1, exited: 20_000, agent: "c").Record(1, 2_000, 3_000).Word(64, lost);
        var coverage = Assert.Single(Samples.Of(file.Bytes)).Coverage;
        Assert.Equal(reported is not null, coverage.Unreadable);
        if (reported is not null) Assert.Contains(coverage.Notes, note => note.Text.StartsWith(reported, StringComparison.Ordinal));
    }
}
