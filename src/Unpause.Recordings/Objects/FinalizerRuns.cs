namespace Unpause.Recordings.Objects;

/// <summary>What the thread that runs finalizers did.</summary>
/// <param name="Objects">Finalizers that it ran.</param>
/// <param name="TotalNanoseconds">Time in all its runs.</param>
/// <param name="OpenSinceNanoseconds">When the run began that had not ended when the recording did, since the
/// recording's zero; null when there is none.</param>
public sealed record FinalizerRuns(long Objects, long TotalNanoseconds, long LongestNanoseconds, long? OpenSinceNanoseconds)
{
    /// <summary>Types of the objects, the most frequent first; null when not recorded.</summary>
    public IReadOnlyList<FinalizedType>? Types { get; init; }

    /// <summary>The type of the object whose finalizer was started last; null when not recorded.</summary>
    public string? LastType { get; init; }
}
