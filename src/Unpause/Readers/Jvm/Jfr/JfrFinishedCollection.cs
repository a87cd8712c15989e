using Unpause.Recordings;
using Unpause.Recordings.Words;

namespace Unpause.Readers.Jvm.Jfr;

/// <summary>Makes a collection of the model from what its events told.</summary>
internal static class JfrFinishedCollection
{
    public static Collection Of(JfrCollection told)
    {
        var (generation, kind) = JfrCollectors.Of(told.Name);
        if (generation == Generations.Young && told.YoungKind is { } young && young.StartsWith("Mixed", StringComparison.Ordinal))
        {
            generation = Generations.Mixed;
        }

        var cause = told.Cause is null ? null : JvmCauses.Normalise(told.Cause);
        var promoted = PromotedBytes(told, generation);
        return new Collection
        {
            Number = told.Number,
            Generation = generation,
            Kind = kind,
            Cause = cause,
            RuntimeCause = told.Cause,
            Induced = cause == Causes.Induced,
            StartNanoseconds = told.Start,
            EndNanoseconds = told.End,
            HeapBeforeBytes = told.Before.Used,
            HeapAfterBytes = told.After.Used,
            HeapCapacityBytes = told.After.Committed ?? told.Before.Committed,
            AllocatedBytes = told.AllocatedBytes,
            PromotedBytes = promoted,
            SurvivorBytes = generation is Generations.Full or Generations.Old
                ? null
                : SurvivorBytes(told.CopiedBytes, told.After.Survivors + promoted, told.Marks),
            YoungBeforeBytes = told.Before.Young,
            YoungTargetBytes = told.After.YoungTarget,
            WholeHeap = generation is Generations.Full or Generations.Old,
            CpuNanoseconds = told.UserNanoseconds + told.SystemNanoseconds,
            SystemCpuNanoseconds = told.SystemNanoseconds,
            Marks = MarksOf(told),
        };
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
