namespace Unpause.Recordings.Objects;

/// <summary>
/// What a goroutine of Go's runtime did that runs finalizers (one runs all) or, since Go 1.25, functions of runtime.AddCleanup (several
/// do). When it isn't idle there is something in its queue. Times in nanoseconds.
/// </summary>
/// <param name="Cleanups">Whether it runs cleanups alone; else finalizers, and up to Go 1.24 cleanups, too.</param>
/// <param name="RunningNanoseconds">It ran.</param>
/// <param name="QueuedNanoseconds">It could run, and waited for a processor.</param>
/// <param name="BlockedNanoseconds">A finalizer waited, or was in a call of the kernel or in C.</param>
/// <param name="LongestNanoseconds">The longest time in which it wasn't idle once.</param>
/// <param name="LongestCollections">Collections that ended in that time: each may have found more for the queue.</param>
public sealed record FinalizerGoroutine(
    bool Cleanups,
    long RunningNanoseconds,
    long QueuedNanoseconds,
    long BlockedNanoseconds,
    long LongestNanoseconds,
    long LongestCollections)
{
    /// <summary>How long it wasn't idle.</summary>
    public long BusyNanoseconds => RunningNanoseconds + QueuedNanoseconds + BlockedNanoseconds;

    /// <summary>The finalizer that took most of the time; null without stacks.</summary>
    public string? Most { get; init; }

    /// <summary>How long <see cref="Most"/> ran or was blocked, as far as stacks show.</summary>
    public long MostNanoseconds { get; init; }
}
