using Unpause.Recordings.Words;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>Adds a collection to a recording from its events.</summary>
internal static class JfrFinishedCollection
{
    /// <summary>Adds it behind those that were added before.</summary>
    public static void AddTo(RecordingBuilder recording, JfrCollection told)
    {
        var (generation, kind) = JfrCollectors.Of(told.Name);
        if (generation == Generations.Young && told.YoungKind is { } young && young.StartsWith("Mixed", StringComparison.Ordinal))
        {
            generation = Generations.Mixed;
        }

        var cause = told.Cause is null ? null : JvmCauses.Normalise(told.Cause);
        var promoted = PromotedBytes(told, generation);
        var collection = recording.Begin(told.Number);
        collection.Generation = generation;
        collection.Kind = kind;
        collection.Cause = cause;
        collection.RuntimeCause = told.Cause;
        collection.Induced = cause == Causes.Induced;
        collection.StartNanoseconds = told.Start;
        collection.EndNanoseconds = told.End;
        collection.HeapBeforeBytes = told.Before.Used;
        collection.HeapAfterBytes = told.After.Used;
        collection.HeapCapacityBytes = told.After.Committed ?? told.Before.Committed;
        collection.AllocatedBytes = told.AllocatedBytes;
        collection.PromotedBytes = promoted;
        collection.SurvivorBytes = generation is Generations.Full or Generations.Old
                ? null
                : SurvivorBytes(told.CopiedBytes, told.After.Survivors + promoted, told.Marks);
        collection.YoungBeforeBytes = told.Before.Young;
        collection.YoungTargetBytes = told.After.YoungTarget;
        collection.WholeHeap = generation is Generations.Full or Generations.Old;
        collection.CpuNanoseconds = told.UserNanoseconds + told.SystemNanoseconds;
        collection.SystemCpuNanoseconds = told.SystemNanoseconds;
        collection.Marks = MarksOf(told);
    }

    /// <summary>
    /// As the log's readers do: promoted is what the old space grew by in a young collection; survivors are the survivor spaces and that.
    /// </summary>
    private static long? PromotedBytes(JfrCollection told, string? generation) =>
        generation == Generations.Young && told.After.OldOrRest - told.Before.OldOrRest is { } growth ? Math.Max(0, growth) : null;

    /// <summary>Where evacuation failed, most of what survived was not copied but stayed where it was.</summary>
    private static long? SurvivorBytes(long? copied, long? counted, List<string>? marks) =>
        copied is null || (counted > copied && marks?.Contains(JvmMarks.EvacuationFailure) == true) ? counted : copied;

    private static List<string>? MarksOf(JfrCollection told)
    {
        if (told.YoungKind is not ("Concurrent Start" or "Initial Mark")) return told.Marks;
        return [.. told.Marks ?? [], JvmMarks.ConcurrentStart];
    }
}
