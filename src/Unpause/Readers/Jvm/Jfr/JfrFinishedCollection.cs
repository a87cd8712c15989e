using Unpause.Recordings;

namespace Unpause.Readers.Jvm.Jfr;

/// <summary>Makes a collection of the model from what its events told.</summary>
internal static class JfrFinishedCollection
{
    public static Collection Of(JfrCollection told)
    {
        var (generation, kind) = JfrCollectors.Of(told.Name);
        if (generation == Generations.Young && told.YoungKind is { } young && young.StartsWith("Mixed", StringComparison.Ordinal)) generation = Generations.Mixed;
        var collection = new Collection
        {
            Number = told.Number,
            Generation = generation,
            Kind = kind,
            StartNanoseconds = told.Start,
            EndNanoseconds = told.End,
            HeapBeforeBytes = told.Before.Used,
            HeapAfterBytes = told.After.Used,
            HeapCapacityBytes = told.After.Committed ?? told.Before.Committed,
            AllocatedBytes = told.AllocatedBytes,
            YoungBeforeBytes = told.Before.Young,
            YoungTargetBytes = told.After.YoungTarget,
            WholeHeap = generation is Generations.Full or Generations.Old,
            CpuNanoseconds = told.UserNanoseconds + told.SystemNanoseconds,
            SystemCpuNanoseconds = told.SystemNanoseconds,
            Marks = MarksOf(told),
        };
        SetCause(collection, told.Cause);
        SetSurvivors(collection, told);
        return collection;
    }

    private static void SetCause(Collection collection, string? word)
    {
        if (word is null) return;
        collection.RuntimeCause = word;
        collection.Cause = JvmCauses.Normalise(word);
        collection.Induced = collection.Cause == Causes.Induced;
    }

    /// <summary>As the log's readers do: promoted is what the old space grew by in a young collection; survivors are the survivor spaces and that.</summary>
    private static void SetSurvivors(Collection collection, JfrCollection told)
    {
        if (collection.Generation == Generations.Young && told.After.OldOrRest - told.Before.OldOrRest is { } growth) collection.PromotedBytes = Math.Max(0, growth);
        if (collection.Generation is Generations.Full or Generations.Old) return;
        collection.SurvivorBytes = told.CopiedBytes ?? (told.After.Survivors + collection.PromotedBytes);
    }

    private static List<string>? MarksOf(JfrCollection told)
    {
        if (told.YoungKind is not ("Concurrent Start" or "Initial Mark")) return told.Marks;
        return [.. told.Marks ?? [], JvmMarks.ConcurrentStart];
    }
}
