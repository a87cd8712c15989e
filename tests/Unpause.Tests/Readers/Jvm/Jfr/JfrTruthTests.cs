using System.Text.Json;
using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests.Readers.Jvm.Jfr;

/// <summary>Samples of JDK 17 and 25 against <c>jfr print</c>, number by number.</summary>
[Trait("Tier", "live")]
public class JfrTruthTests
{
    /// <summary>The tool divides by doubles, and rounds a moment and a length each by itself.</summary>
    private const long Rounding = 2_000;

    public static TheoryData<string> Samples => JfrTruth.Samples;

    [Theory]
    [MemberData(nameof(Samples))]
    public void JfrTruth_Samples_AllNumbersMatch(string name)
    {
        using var truth = JfrTruth.Of(name);
        var recording = Assert.Single(Tests.Samples.Of(JfrTruth.Bytes(name)));
        Assert.Equal(("jfr", Runtimes.Jvm), (recording.Source.Format, recording.Source.Runtime));
        Assert.False(recording.Coverage.Unreadable);
        AssertMachine(recording, truth);
        AssertCollections(recording, truth);
        AssertPauses(recording, truth);
        AssertSizes(recording, truth);
        AssertStops(recording, truth);
        AssertStalls(recording, truth);
        AssertAllocations(recording, truth);
        AssertInduced(recording, truth);
    }

    private static void AssertMachine(Recording recording, JfrTruth truth)
    {
        var machine = truth.All("jdk.JVMInformation")[0];
        Assert.Equal(machine.GetProperty("pid").GetInt32(), recording.Source.ProcessId);
        Assert.Equal(machine.GetProperty("javaArguments").GetString(), recording.Source.Command);
        Assert.Contains(recording.Source.RuntimeVersion!, machine.GetProperty("jvmVersion").GetString(), StringComparison.Ordinal);
        Assert.Equal(truth.All("jdk.GCHeapConfiguration")[0].GetProperty("maxSize").GetInt64(), recording.HeapMaximumBytes);
    }

    private static void AssertCollections(Recording recording, JfrTruth truth)
    {
        var ended = truth.All("jdk.GarbageCollection").ToDictionary(e => e.GetProperty("gcId").GetInt64());
        Assert.Equal(ended.Count, recording.Collections.Count(collection => collection.Generation is not null));
        foreach (var collection in recording.Collections)
        {
            if (!ended.TryGetValue(collection.Number, out var e))
            {
                Assert.Null(collection.Generation);
                continue;
            }

            Assert.Equal(e.GetProperty("cause").GetString(), collection.RuntimeCause);
            AssertNear(JfrTruth.Time(e), Wall(recording, collection.StartNanoseconds!.Value));
            AssertNear(JfrTruth.Length(e), collection.EndNanoseconds!.Value - collection.StartNanoseconds.Value);
        }

        foreach (var reported in truth.All("jdk.GCCPUTime").GroupBy(e => e.GetProperty("gcId").GetInt64()))
        {
            var collection = recording.Collections.Single(item => item.Number == reported.Key);
            AssertNear(reported.Sum(e => JfrTruth.Length(e, "userTime") + JfrTruth.Length(e, "systemTime")),
                collection.CpuNanoseconds!.Value);
        }
    }

    private static void AssertPauses(Recording recording, JfrTruth truth)
    {
        var reported = truth.All("jdk.GCPhasePause").OrderBy(e => JfrTruth.Time(e)).ToList();
        Assert.Equal(reported.Count, recording.Pauses.Count);
        for (var i = 0; i < reported.Count; i++)
        {
            AssertNear(JfrTruth.Time(reported[i]), Wall(recording, recording.Pauses[i].StartNanoseconds));
            AssertNear(JfrTruth.Length(reported[i]), recording.Pauses[i].DurationNanoseconds);
            Assert.Equal(reported[i].GetProperty("gcId").GetInt64(), recording.Collections[recording.Pauses[i].Collection].Number);
        }

        // The JVM's own sum of each collection is another count of the same.
        foreach (var e in truth.All("jdk.GarbageCollection"))
        {
            var index = recording.Collections.ToList().FindIndex(collection => collection.Number == e.GetProperty("gcId").GetInt64());
            Assert.InRange(
                Math.Abs(
                    JfrTruth.Length(e, "sumOfPauses")
                        - recording.Pauses.Where(pause => pause.Collection == index).Sum(pause => pause.DurationNanoseconds)),
                0,
                5 * Rounding);
        }

        var phases = truth.All("jdk.GCPhasePauseLevel1").Concat(truth.All("jdk.GCPhaseConcurrent")).ToList();
        Assert.NotEmpty(phases);
        foreach (var phase in phases.GroupBy(e => e.GetProperty("name").GetString()))
        {
            var own = recording.Phases.Where(item => item.Name == phase.Key && item.Workers is null).ToList();
            Assert.True(own.Count >= phase.Count(), phase.Key);
            if (own.Count == phase.Count())
            {
                AssertNear(phase.Sum(e => JfrTruth.Length(e)), own.Sum(item => item.DurationNanoseconds), own.Count);
            }
        }
    }

    private static void AssertSizes(Recording recording, JfrTruth truth)
    {
        var collections = recording.Collections.ToDictionary(collection => collection.Number);
        foreach (var e in truth.All("jdk.GCHeapSummary"))
        {
            // Of one that was not over when the recording ended, the size before it is all that is known.
            if (!collections.TryGetValue(e.GetProperty("gcId").GetInt64(), out var collection)) continue;
            var before = e.GetProperty("when").GetString() == "Before GC";
            Assert.Equal(e.GetProperty("heapUsed").GetInt64(), before ? collection.HeapBeforeBytes : collection.HeapAfterBytes);
            if (!before) Assert.Equal(e.GetProperty("heapSpace").GetProperty("committedSize").GetInt64(), collection.HeapCapacityBytes);
        }

        var mixed = truth.All("jdk.G1GarbageCollection").Where(e => e.GetProperty("type").GetString() == "Mixed")
            .Select(e => e.GetProperty("gcId").GetInt64()).ToHashSet();
        var collected = truth.All("jdk.EvacuationInformation").ToDictionary(
            e => e.GetProperty("gcId").GetInt64(), e => e.GetProperty("cSetUsedBefore").GetInt64());
        foreach (var e in truth.All("jdk.G1HeapSummary").Where(e => e.GetProperty("when").GetString() == "Before GC"))
        {
            var number = e.GetProperty("gcId").GetInt64();
            var young = e.GetProperty("edenUsedSize").GetInt64() + e.GetProperty("survivorUsedSize").GetInt64();
            var wholeSet = !e.TryGetProperty("oldGenUsedSize", out _) && !mixed.Contains(number) && collected.ContainsKey(number);
            Assert.Equal(wholeSet ? collected[number] : young, collections[number].YoungBeforeBytes);
        }

        foreach (var e in truth.All("jdk.PSHeapSummary").Where(e => e.GetProperty("when").GetString() == "Before GC"))
        {
            var young = e.GetProperty("edenSpace").GetProperty("used").GetInt64()
                + e.GetProperty("fromSpace").GetProperty("used").GetInt64();
            Assert.Equal(young, collections[e.GetProperty("gcId").GetInt64()].YoungBeforeBytes);
        }
    }

    private static void AssertStops(Recording recording, JfrTruth truth)
    {
        var begins = truth.All("jdk.SafepointBegin").ToDictionary(e => e.GetProperty("safepointId").GetInt64());
        var ends = truth.All("jdk.SafepointEnd").ToDictionary(e => e.GetProperty("safepointId").GetInt64());
        var reached = truth.All("jdk.SafepointStateSynchronization").ToDictionary(e => e.GetProperty("safepointId").GetInt64());
        var whole = begins.Where(pair => ends.ContainsKey(pair.Key)).OrderBy(pair => JfrTruth.Time(pair.Value)).ToList();
        Assert.NotEmpty(whole);
        Assert.InRange(recording.Stops!.Count, whole.Count, whole.Count + 2);
        foreach (var (id, begin) in whole)
        {
            var stop = recording.Stops.MinBy(item => Math.Abs(Wall(recording, item.StartNanoseconds) - JfrTruth.Time(begin)));
            AssertNear(JfrTruth.Time(begin), Wall(recording, stop.StartNanoseconds));
            AssertNear(JfrTruth.Time(ends[id]) + JfrTruth.Length(ends[id]) - JfrTruth.Time(begin), stop.DurationNanoseconds);
            AssertNear(
                JfrTruth.Time(reached[id]) + JfrTruth.Length(reached[id]) - JfrTruth.Time(begin),
                stop.TimeToSafepointNanoseconds!.Value);
        }

        foreach (var operation in truth.All("jdk.ExecuteVMOperation")
            .Where(e => e.GetProperty("safepoint").GetBoolean())
            .Select(e => e.GetProperty("operation").GetString()!))
        {
            Assert.Contains(recording.Stops, stop => stop.Operation == operation);
        }
    }

    private static void AssertStalls(Recording recording, JfrTruth truth)
    {
        var reported = truth.All("jdk.ZAllocationStall");
        Assert.Equal(reported.Count, recording.Stalls.Count);
        AssertNear(reported.Sum(e => JfrTruth.Length(e)), recording.Stalls.Sum(stall => stall.DurationNanoseconds), reported.Count);
    }

    private static void AssertAllocations(Recording recording, JfrTruth truth)
    {
        var reported = truth.All("jdk.ObjectAllocationSample");
        Assert.Equal(reported.Sum(e => e.GetProperty("weight").GetInt64()), recording.Allocations!.Sites.Sum(site => site.Bytes));
        Assert.Equal(reported.Count, recording.Allocations.Sites.Sum(site => site.Samples));
        foreach (var group in reported.GroupBy(StackOf))
        {
            var own = recording.Allocations.Sites.Where(site => string.Join('\n', site.Stack) == group.Key).ToList();
            Assert.Equal(group.Sum(e => e.GetProperty("weight").GetInt64()), own.Sum(site => site.Bytes));
        }
    }

    private static void AssertInduced(Recording recording, JfrTruth truth)
    {
        var reported = truth.All("jdk.SystemGC");
        if (reported.Count == 0)
        {
            Assert.Null(recording.InducedBy);
            return;
        }

        Assert.Equal(reported.Count, recording.InducedBy!.Sum(call => call.Count));
        Assert.Equal(["java.lang.Runtime.gc", "java.lang.System.gc", "Churn.main"], Assert.Single(recording.InducedBy!).Stack);
        Assert.Contains(recording.Collections, collection => collection is { Induced: true, RuntimeCause: "System.gc()" });
    }

    private static string StackOf(JsonElement e)
    {
        var stack = e.GetProperty("stackTrace");
        if (stack.ValueKind == JsonValueKind.Null) return "";
        return string.Join('\n', stack.GetProperty("frames").EnumerateArray().Select(frame => frame.GetProperty("method")).Select(method =>
            $"{Unpause.Recordings.Readers.Jvm.JvmTypeNames.Readable(method.GetProperty("type").GetProperty("name").GetString())}."
            + $"{method.GetProperty("name").GetString()}"));
    }

    private static long Wall(Recording recording, long nanoseconds) =>
        ((recording.Clock.StartedAt!.Value - DateTimeOffset.UnixEpoch).Ticks * 100) + nanoseconds;

    private static void AssertNear(long expected, long actual, int parts = 1) =>
        Assert.InRange(actual, expected - (Rounding * Math.Max(1, parts)), expected + (Rounding * Math.Max(1, parts)));
}
