namespace Unpause.Recordings;

/// <summary>What the thread that runs finalizers did.</summary>
/// <param name="Runs">Times that it was woken and ran to the end of its queue.</param>
/// <param name="Objects">Finalizers that it ran in them.</param>
/// <param name="TotalNanoseconds">Time in them.</param>
/// <param name="LongestNanoseconds">The longest.</param>
/// <param name="OpenSinceNanoseconds">When the run began that had not ended when the recording did, since the
/// recording's zero; null when there is none.</param>
internal sealed record FinalizerRuns(long Runs, long Objects, long TotalNanoseconds, long LongestNanoseconds, long? OpenSinceNanoseconds)
{
    /// <summary>Types of the objects, the most first; null when the recording doesn't tell.</summary>
    public IReadOnlyList<FinalizedType>? Types { get; init; }

    /// <summary>The type of the object whose finalizer was started last; null when the recording doesn't tell.</summary>
    public string? LastType { get; init; }
}
