namespace Unpause.Recordings;

/// <summary>A call site in the application's code that induced collections.</summary>
/// <param name="Count">Collections.</param>
/// <param name="Stack">Methods, the asking one first; empty when the recording has no stacks or no
/// names. Hostile: escape before showing.</param>
public sealed record InducedCall(long Count, IReadOnlyList<string> Stack)
{
    /// <summary>All pauses of its collections, in nanoseconds; null when they aren't known.</summary>
    public long? PauseNanoseconds { get; init; }

    /// <summary>The longest of them, in nanoseconds; null when they aren't known.</summary>
    public long? LongestNanoseconds { get; init; }

    /// <summary>The kind of call, in the runtime's word; null when it is not recorded, or there were several kinds.</summary>
    public string? Mode { get; init; }

    /// <summary>
    /// Calls that suspended the process and needed no collection: .NET's <c>GC.TryStartNoGCRegion</c> that found enough free memory. The
    /// runtime's own counters count them as collections.
    /// </summary>
    public long WithoutCollection { get; init; }
}
