using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Tests;

/// <summary>Makes small recordings whose numbers are known.</summary>
internal static class Recorded
{
    public const long Millisecond = 1_000_000;

    /// <summary>A recording with one collection for each given pause, one pause each.</summary>
    public static Recording With(long durationMilliseconds, params (long StartMs, long DurationMs)[] pauses) =>
        Begun(durationMilliseconds, pauses).Build();

    /// <summary>The same, to be changed before it is built.</summary>
    public static RecordingBuilder Begun(long durationMilliseconds, params (long StartMs, long DurationMs)[] pauses)
    {
        var recording = Begun();
        recording.DurationNanoseconds = durationMilliseconds * Millisecond;
        foreach (var (start, duration) in pauses)
        {
            var collection = recording.Begin(recording.Collections.Count);
            collection.Generation = Generations.Young;
            collection.Cause = Causes.Allocation;
            collection.RuntimeCause = "G1 Evacuation Pause";
            collection.StartNanoseconds = start * Millisecond;
            collection.HeapBeforeBytes = 100;
            collection.HeapAfterBytes = 40;
            collection.AllocatedBytes = 60;
            recording.Pauses.Add(new Pause(start * Millisecond, duration * Millisecond, recording.Collections.Count - 1, "Pause Young"));
        }

        return recording;
    }

    /// <summary>A recording of a JVM without a collection.</summary>
    public static Recording Empty() => Begun().Build();

    /// <summary>The same, to be changed before it is built.</summary>
    public static RecordingBuilder Begun() => new()
    {
        RecordsPauses = true,
        Source = new SourceBuilder { Format = "jvm-unified", Runtime = Runtimes.Jvm, Files = ["gc.log"] },
    };
}
