using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Jvm;

/// <summary>HotSpot's event logs in crash files, VM.info and VM.events.</summary>
public class EventLogReaderTests
{
    public static TheoryData<string> Files =>
    [
        .. Directory.GetFiles(JvmLogs.Fixture("event-logs"), "*.txt").Select(file => Path.GetFileName(file)!).Order(StringComparer.Ordinal),
    ];

    /// <summary>
    /// Prints in pairs, and operations with an end that stop the threads, counted by a script over the text; sums in milliseconds.
    /// </summary>
    [Theory]
    [InlineData("crash-g1-jdk17.txt", JvmCollectors.G1, 10, 24, 10, 29)]
    [InlineData("crash-serial-jdk25.txt", JvmCollectors.Serial, 10, 14, 10, 15)]
    [InlineData("vm-info-parallel-jdk17.txt", JvmCollectors.Parallel, 10, 19, 10, 19)]
    [InlineData("vm-info-g1-jdk25.txt", JvmCollectors.G1, 10, 32, 10, 17)]
    [InlineData("crash-parallel-jdk17-windows.txt", JvmCollectors.Parallel, 3, 35, 2, 28)]
    [InlineData("crash-parallel-jdk8.txt", JvmCollectors.Parallel, 1, 74, 2, 79)]
    [InlineData("crash-serial-jdk8-32-bit.txt", JvmCollectors.Serial, 2, 12, 0, 0)]
    [InlineData("crash-g1-jdk21-indented.txt", JvmCollectors.G1, 2, 21, 2, 1)]
    public void EventLogReader_PrintsAndOperations_ArePausesAndStops(
        string file, string collector, int pairs, int pauses, int operations, int stops)
    {
        var recording = Assert.Single(Samples.Of(Text(file)));
        Assert.Equal((JvmFormats.EventLog, collector), (recording.Source.Format, recording.Source.Collector));
        Assert.Equal(0, recording.Coverage.LinesUnparsed);
        var blocking = recording.Pauses.Where(pause => pause.Name is "Pause Young" or "Pause Full").ToList();
        Assert.Equal((pairs, pauses), (blocking.Count, Milliseconds(blocking.Sum(pause => pause.DurationNanoseconds))));
        var known = recording.Stops!.Where(stop => stop.Operation != JvmStops.NotRecorded).ToList();
        Assert.Equal((operations, stops), (known.Count, Milliseconds(known.Sum(stop => stop.DurationNanoseconds))));
        Assert.All(blocking, pause => Assert.Contains(recording.Stops!, stop => stop.ForCollection
            && stop.StartNanoseconds <= pause.StartNanoseconds
            && stop.StartNanoseconds + stop.DurationNanoseconds >= pause.EndNanoseconds));
    }

    /// <summary>Between the prints of these, the application runs: only operations are pauses.</summary>
    [Theory]
    [InlineData("vm-info-z-jdk17.txt", JvmCollectors.Z, 10, 5, 0)]
    [InlineData("vm-events-z-jdk25.txt", JvmCollectors.Z, 20, 11, 0)]
    [InlineData("vm-info-shenandoah-jdk17.txt", JvmCollectors.Shenandoah, 16, 62, 10)]
    public void EventLogReader_ConcurrentCollectors_HavePausesOfOperations(
        string file, string collector, int cycles, int operations, int milliseconds)
    {
        var recording = Assert.Single(Samples.Of(Text(file)));
        Assert.Equal((collector, 0), (recording.Source.Collector, recording.Coverage.LinesUnparsed));
        Assert.Equal(cycles, recording.Collections.Count);
        Assert.All(recording.Collections, cycle => Assert.Equal(CollectionKind.Background, cycle.Kind));
        Assert.Equal((operations, operations), (recording.Pauses.Count, recording.Stops!.Count));
        Assert.Equal(milliseconds, Milliseconds(recording.Pauses.Sum(pause => pause.DurationNanoseconds)));
    }

    [Fact]
    public void EventLogReader_HeapBeforeAndAfter_AreSumsOfGenerations()
    {
        var recording = Assert.Single(Samples.Of(Text("crash-serial-jdk8-32-bit.txt")));
        var (first, last) = (recording.Collections[0], recording.Collections[1]);
        Assert.Equal(((28029L + 57376) * 1024, (199L + 66484) * 1024), (first.HeapBeforeBytes, first.HeapAfterBytes));
        Assert.Equal(((66484L - 57376) * 1024, 0L), (first.PromotedBytes, last.PromotedBytes));
        Assert.Equal((485L, Generations.Young), (first.Number, first.Generation));
        Assert.Equal((5644, "1.8.0_144-b01"), (recording.Source.ProcessId, recording.Source.RuntimeVersion));
        Assert.Equal(1_629_743_000_000, recording.DurationNanoseconds);
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("the last 2 collections of 487", StringComparison.Ordinal));
        Assert.Contains(recording.Coverage.Notes, note => note.Text.Contains("at least as long", StringComparison.Ordinal));
    }

    [Fact]
    public void EventLogReader_FullCollections_AreThoseThatTheJvmCounts()
    {
        var recording = Assert.Single(Samples.Of(Text("crash-g1-jdk17.txt")));
        Assert.Equal("Pause Full", Assert.Single(recording.Pauses, pause => pause.Name == "Pause Full").Name);
        Assert.Equal(1, recording.Collections.Count(collection => collection.Generation == Generations.Full));
        Assert.Equal(300L << 20, recording.HeapMaximumBytes);
    }

    /// <summary>JDK 25 prints the cause behind the operation.</summary>
    [Fact]
    public void EventLogReader_CauseOfAnOperation_IsTheCollections()
    {
        var recording = Assert.Single(Samples.Of(Text("vm-info-g1-jdk25.txt")));
        Assert.Equal(6, recording.Collections.Count(collection => collection.RuntimeCause == "G1 Evacuation Pause"));
        Assert.Contains(
            recording.Collections, collection => collection is { Generation: Generations.Old, Kind: CollectionKind.Background });
    }

    /// <summary>A history that begins with the first collection has all, and the recording begins with the JVM.</summary>
    [Fact]
    public void EventLogReader_HistoryFromTheFirstCollection_BeginsAtTheStart()
    {
        var recording = Assert.Single(Samples.Of(Text("crash-g1-jdk21-indented.txt")));
        Assert.Equal((632_000_000L, 5_203_000_000L), (recording.Pauses[0].StartNanoseconds, recording.DurationNanoseconds));
    }

    [Fact]
    public void EventLogReader_CrashDuringACollection_NamesTheOperation()
    {
        var recording = Assert.Single(Samples.Of(
            "Events (10 events):\nEvent: 7.041 Executing VM operation: RevokeBias\nEvent: 7.042 Executing VM operation: RevokeBias done\n"
            + "Event: 7.103 Executing VM operation: ParallelGCFailedAllocation\n"));
        Assert.Single(recording.Stops!);
        Assert.Contains(recording.Coverage.Notes, note => note.Text == "The VM operation ParallelGCFailedAllocation had not ended.");
    }

    [Fact]
    public void EventLogReader_NoCollectionYet_IsARecordingWithoutAny()
    {
        var recording = Assert.Single(Samples.Of("GC Heap History (0 events):\nNo events\n\n"));
        Assert.Empty(recording.Collections);
        Assert.Empty(recording.Pauses);
    }

    [Fact]
    public void EventLogReader_TwoTextsInOneFile_AreTwoRecordings() =>
        Assert.Equal(2, Samples.Of(Text("crash-g1-jdk17.txt") + Text("crash-serial-jdk25.txt")).Count);

    [Theory]
    [InlineData("Event: 1.0 GC heap before\n{Heap before GC invocations=99999999999999999999 (full 0):\n")]
    [InlineData("Event: 1.0 GC heap before\n{Heap before GC invocations=1 (full -1):\n")]
    [InlineData("Event: 1.0 GC heap before\n garbage-first heap   total 1K, used 99999999999999999999K [\n")]
    [InlineData("Event: 1.0 GC heap before\n garbage-first heap   total 1K\n")]
    public void EventLogReader_ImpossibleNumbers_AreCountedAsNotUnderstood(string text) =>
        Assert.Equal(1, Assert.Single(Samples.Of(text + "}\n")).Coverage.LinesUnparsed);

    [Theory]
    [MemberData(nameof(Files))]
    public void EventLogReader_CutAtEveryByte_InventsNoPause(string file) => Arrivals.AssertCutsAreSubsets(
        Encoding.UTF8.GetBytes(Text(file)),
        recordings => recordings.SelectMany(one => one.Pauses).Select(pause => pause.DurationNanoseconds).ToHashSet(),
        step: 7);

    [Theory]
    [MemberData(nameof(Files))]
    public void EventLogReader_CarriageReturnsPrefixesAndSmallReads_ChangeNothing(string file) =>
        Arrivals.AssertAlike(Text(file), loaded => Samples.Describe(loaded.Recordings));

    private static int Milliseconds(long nanoseconds) => (int)(nanoseconds / 1_000_000);

    private static string Text(string file) => File.ReadAllText(JvmLogs.Fixture("event-logs", file));
}
