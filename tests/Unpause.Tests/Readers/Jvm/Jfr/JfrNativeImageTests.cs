using Unpause.Recordings.Words;
using static Unpause.Tests.Readers.Jvm.Jfr.JfrFile;

namespace Unpause.Tests.Readers.Jvm.Jfr;

/// <summary>
/// Flight recordings of GraalVM's native images with the Serial collector. Written by hand from oracle/graal, because no machine here has
/// native-image: JfrGCEventSupport.java, JfrGCHeapSummaryEventSupport.java, ExecuteVMOperationEvent.java and SafepointBeginEvent.java have
/// the events' fields in this order, and the types are those of HotSpot's metadata.
/// </summary>
public class JfrNativeImageTests
{
    private const long Long = 10, Text = 11, Flag = 12, Thread = 13;
    private const long Collection = 20, Pause = 21, Phase = 22, Heap = 23, Space = 24, Begin = 25, End = 26, Operation = 27;
    private const long Name = 30, Cause = 31, When = 32, OperationName = 33;
    private const long Millisecond = 1_000_000;

    private static readonly (string Name, long Type, bool Constant, bool Array, string? Unit)
        Start = ("startTime", Long, false, false, "@TICKS"), Duration = ("duration", Long, false, false, "TICKS"),
        EventThread = ("eventThread", Thread, true, false, null), Number = ("gcId", Long, false, false, null),
        Safepoint = ("safepointId", Long, false, false, null);

    private static readonly (long Id, string Name, (string Name, long Type, bool Constant, bool Array, string? Unit)[] Fields)[] Types =
    [
        (Long, "long", []), (Text, "java.lang.String", []), (Flag, "boolean", []), (Thread, "java.lang.Thread", []),
        (Name, "jdk.types.GCName", [("name", Text, false, false, null)]),
        (Cause, "jdk.types.GCCause", [("cause", Text, false, false, null)]),
        (When, "jdk.types.GCWhen", [("when", Text, false, false, null)]),
        (OperationName, "jdk.types.VMOperationType", [("type", Text, false, false, null)]),
        (Collection, "jdk.GarbageCollection", [
            Start, Duration, Number, ("name", Name, true, false, null), ("cause", Cause, true, false, null),
            ("sumOfPauses", Long, false, false, "TICKS"), ("longestPause", Long, false, false, "TICKS")
        ]),
        (Pause, "jdk.GCPhasePause", [Start, Duration, EventThread, Number, ("name", Text, false, false, null)]),
        (Phase, "jdk.GCPhasePauseLevel1", [Start, Duration, EventThread, Number, ("name", Text, false, false, null)]),
        (Space, "jdk.types.VirtualSpace", [
            ("start", Long, false, false, null), ("committedEnd", Long, false, false, null), ("committedSize", Long, false, false, null),
            ("reservedEnd", Long, false, false, null), ("reservedSize", Long, false, false, null)
        ]),
        (Heap, "jdk.GCHeapSummary", [
            Start, Number, ("when", When, true, false, null), ("heapSpace", Space, false, false, null),
            ("heapUsed", Long, false, false, null)
        ]),
        (Begin, "jdk.SafepointBegin", [
            Start, Duration, EventThread, Safepoint, ("totalThreadCount", Long, false, false, null),
            ("jniCriticalThreadCount", Long, false, false, null)
        ]),
        (End, "jdk.SafepointEnd", [Start, Duration, EventThread, Safepoint]),
        (Operation, "jdk.ExecuteVMOperation", [
            Start, Duration, EventThread, ("operation", OperationName, true, false, null), ("safepoint", Flag, false, false, null),
            ("blocking", Flag, false, false, null), ("caller", Thread, true, false, null), Safepoint
        ]),
    ];

    private static byte[][] Values(params long[] numbers) => [.. numbers.Select(JfrFile.Number)];

    private static JfrFile Constants() => new JfrFile().Event(1, [
        .. Values(0, 0, 0), [0], .. Values(4), .. Values(Name, 1, 0), Utf8("serial"),
        .. Values(Cause, 2, 0), Utf8("java.lang.System.gc()"), .. Values(7), Utf8("Collect on allocation"),
        .. Values(When, 2, 0), Utf8("Before GC"), .. Values(1), Utf8("After GC"),
        .. Values(OperationName, 2, 1), Utf8("Garbage collection"), .. Values(2), Utf8("Install code"),
    ]);

    /// <summary>A young collection; one that became a full one; and one by System.gc(), each with the safepoint around it.</summary>
    private static byte[] Recording()
    {
        var file = Constants();
        Collect(1, 100, 7, ("Incremental GC", 5));
        Collect(2, 200, 7, ("Incremental GC", 4), ("Full GC", 30));
        Collect(3, 300, 0, ("Full GC", 20));
        file.Event(Begin, Values((400 * Millisecond) + 1_000, 500_000, 1, 4, 3, 0))
            .Event(Operation, [.. Values((401 * Millisecond) + 1_000, Millisecond, 1, 2), [1], [1], .. Values(1, 4)])
            .Event(End, Values((402 * Millisecond) + 1_000, 10_000, 1, 4))
            .Event(Operation, [.. Values((450 * Millisecond) + 1_000, Millisecond, 1, 2), [0], [1], .. Values(1, 0)]);
        return file.Bytes(Types);

        void Collect(long id, long at, long cause, params (string Name, long Milliseconds)[] pauses)
        {
            var start = (at * Millisecond) + 1_000;
            var length = pauses.Sum(pause => pause.Milliseconds) * Millisecond;
            file.Event(Begin, Values(start - Millisecond, 500_000, 1, id, 3, 0));
            file.Event(Heap, Values(start, id, 0, 0, 0, 0, 0, 0, 50 << 20));
            var next = start;
            foreach (var (name, milliseconds) in pauses)
            {
                file.Event(Phase, [.. Values(next, Millisecond, 1, id), Utf8("Scan Roots")]);
                file.Event(Pause, [.. Values(next, milliseconds * Millisecond, 1, id), Utf8(name)]);
                next += milliseconds * Millisecond;
            }

            file.Event(Heap, Values(next, id, 1, 0, 0, 0, 0, 0, 10 << 20));
            file.Event(Collection, Values(start, length, id, 0, cause, length, length));
            file.Event(Operation, [.. Values(start - 100_000, length + 200_000, 1, 1), [1], [1], .. Values(1, id)]);
            file.Event(End, Values(start + length + 200_000, 10_000, 1, id));
        }
    }

    [Fact]
    public void JfrNativeImage_Collections_HaveGenerationsCausesAndPauses()
    {
        var recording = Assert.Single(Tests.Samples.Of(Recording()));
        Assert.Equal(JvmCollectors.NativeImageSerial, recording.Source.Collector);
        Assert.Equal(
            [Generations.Young, Generations.Full, Generations.Full], recording.Collections.Select(collection => collection.Generation));
        Assert.Equal([Causes.Allocation, Causes.Allocation, Causes.Induced], recording.Collections.Select(collection => collection.Cause));
        Assert.Equal(
            [("Pause Incremental GC", 5), ("Pause Incremental GC", 4), ("Pause Full GC", 30), ("Pause Full GC", 20)],
            recording.Pauses.Select(pause => (pause.Name, pause.DurationNanoseconds / Millisecond)));
        Assert.Equal([0, 1, 1, 2], recording.Pauses.Select(pause => (int)pause.Collection));
        Assert.All(recording.Collections, collection => Assert.Equal(
            (50L << 20, 10L << 20, null), (collection.HeapBeforeBytes, collection.HeapAfterBytes, collection.HeapCapacityBytes)));
        Assert.Equal(4, recording.Phases.Count);
    }

    [Fact]
    public void JfrNativeImage_Safepoints_AreStopsWithTheirTimeToSafepoint()
    {
        var recording = Assert.Single(Tests.Samples.Of(Recording()));
        Assert.Equal([true, true, true, false], recording.Stops!.Select(stop => stop.ForCollection));
        Assert.Equal([6_210_000, 35_210_000, 21_210_000, 2_010_000], recording.Stops!.Select(stop => stop.DurationNanoseconds));
        Assert.All(recording.Stops!, stop => Assert.Equal(500_000, stop.TimeToSafepointNanoseconds));
    }

    /// <summary>Pauses' events may be disabled: then it is not known what was collected.</summary>
    [Fact]
    public void JfrNativeImage_WithoutPauseEvents_HasPausesOfUnknownGeneration()
    {
        var bytes = Constants().Event(Collection, Values(2_000, 400, 1, 0, 7, 400, 400)).Bytes(Types);
        var recording = Assert.Single(Tests.Samples.Of(bytes));
        Assert.Null(Assert.Single(recording.Collections).Generation);
        Assert.Equal(400, Assert.Single(recording.Pauses).DurationNanoseconds);
    }
}
