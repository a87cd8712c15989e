using Unpause.Recordings.Objects;
using Unpause.Recordings;

namespace Unpause.Analysis.Summaries;

/// <summary>What objects with finalizers cost: each survives the collection that finds it dead, and waits for one thread.</summary>
/// <param name="Found">Objects that collections found dead and kept for their finalizers.</param>
/// <param name="KeptBytesMax">The most bytes that one collection kept because of them.</param>
/// <param name="Finalized">Finalizers that ran; null where the runtime does not record it.</param>
/// <param name="Waiting">Objects found whose finalizers had not run when the recording ended; null where that is not recorded.</param>
/// <param name="BusyNanoseconds">Time that the finalizer thread was at work, with a run that had not
/// ended; null where the runtime does not record it.</param>
/// <param name="LongestNanoseconds">Its longest run.</param>
internal sealed record FinalizerSummary(
    long Found, long KeptBytesMax, long? Finalized, long? Waiting, Total? BusyNanoseconds, long? LongestNanoseconds)
{
    /// <summary>Types of the objects whose finalizers were started, the most first; null where they are not recorded.</summary>
    public IReadOnlyList<FinalizedType>? Types { get; init; }

    /// <summary>Computes the numbers; null when collections found no such objects.</summary>
    /// <param name="recording">The recording.</param>
    /// <param name="found">Objects that collections found.</param>
    /// <param name="kept">The most bytes that one collection kept because of them.</param>
    internal static FinalizerSummary? Of(Recording recording, long found, long kept)
    {
        if (found == 0) return null;
        if (recording.Finalizers is not { } runs) return new FinalizerSummary(found, kept, null, null, null, null);
        var open = recording.DurationNanoseconds - runs.OpenSinceNanoseconds ?? 0;
        return new FinalizerSummary(
            found, kept, runs.Objects, Math.Max(0, found - runs.Objects), Total.Of(runs.TotalNanoseconds)
                + open, Math.Max(runs.LongestNanoseconds, open)) { Types = runs.Types };
    }
}
