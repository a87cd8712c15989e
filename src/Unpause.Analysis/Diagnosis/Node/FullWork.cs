namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>
/// The full collections that V8 started itself, with the work of marking that the program's own thread did for them: in their pauses, and
/// in steps before.
/// </summary>
internal sealed record FullWork(CollectionGroup Collections, long StepsNanoseconds, long LongestStepNanoseconds)
{
    /// <summary>Time of the program's thread for them.</summary>
    public Total TotalNanoseconds => Collections.PauseTotalNanoseconds + StepsNanoseconds;

    /// <summary>It as a share of a time, in percent; null without a duration.</summary>
    public double? PercentOf(Recording recording) =>
        recording.ObservedNanoseconds is > 0 and { } time ? Math.Min(100, 100.0 * TotalNanoseconds.Value / time) : null;

    /// <summary>Adds it up.</summary>
    public static FullWork Compute(Recording recording)
    {
        var steps = 0L;
        foreach (var phase in recording.Phases)
        {
            if (phase.Concurrent && phase.Name == NodePhases.Steps) steps += phase.DurationNanoseconds;
        }

        var longest = 0.0;
        foreach (var counter in recording.Counters)
        {
            if (counter.Name == NodePhases.LongestStep) longest = Math.Max(longest, counter.Value);
        }

        return new(CollectionGroup.Select(recording, IsOwn), steps, (long)(longest * 1e6));
    }

    /// <summary>Whether a collection is full, and neither code nor a tool asked for it.</summary>
    public static bool IsOwn(Collection collection) =>
        collection is { Generation: Generations.Full, Induced: false, Cause: not Causes.Diagnostic };
}
