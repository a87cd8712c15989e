namespace Unpause.Recordings;

/// <summary>
/// An interval in which the runtime stopped all application threads: a JVM safepoint, a .NET suspension. It contains
/// the pause that it was made for, if any.
/// </summary>
/// <param name="StartNanoseconds">When the runtime began to stop threads, since the recording's zero.</param>
/// <param name="DurationNanoseconds">Until all threads ran again.</param>
/// <param name="TimeToSafepointNanoseconds">The part until all threads were stopped; null when not recorded.</param>
/// <param name="Operation">What it was for, in the runtime's words (interned).</param>
/// <param name="ForCollection">Whether it was made for the collector.</param>
public readonly record struct Stop(
    long StartNanoseconds, long DurationNanoseconds, long? TimeToSafepointNanoseconds, string Operation, bool ForCollection) : ITimed;

/// <summary>A pause, a stop, a request or a collection, seen while a recording is written.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Nanoseconds">How long it took.</param>
public readonly record struct SeenStop(SeenKind Kind, long Nanoseconds)
{
    /// <summary>When it ended, on a clock that all recordings of the process share; null when unknown.</summary>
    public long? EndNanoseconds { get; init; }

    /// <summary>The generation of its collection; null where it has none, or that is not known.</summary>
    public string? Generation { get; init; }

    /// <summary>Why the collection started, normalised; of a stop that is not the collector's, what it was for; null if unknown.</summary>
    public string? Cause { get; init; }

    /// <summary>Whether code asked for it.</summary>
    public bool Induced { get; init; }

    /// <summary>Whether the collector made it.</summary>
    public bool Collects { get; init; }

    /// <summary>The heap after the collection, in bytes; null when unknown.</summary>
    public long? HeapAfterBytes { get; init; }

    /// <summary>Wall time of its end, nanoseconds since 1970; null when the recording has no wall clock.</summary>
    public long? UnixNanoseconds { get; init; }

    /// <summary>Of a request: where its trace continues; null without a sampled trace.</summary>
    public SeenTrace? Trace { get; init; }
}

/// <summary>The span of a request, as traces name it.</summary>
/// <param name="TraceId">Its trace.</param>
/// <param name="SpanId">The span; where only the caller's is known, that one.</param>
public sealed record SeenTrace(UInt128 TraceId, ulong SpanId);

/// <summary>What was seen.</summary>
public enum SeenKind
{
    /// <summary>A pause, by the collector's account.</summary>
    Pause,

    /// <summary>A stop of all threads, as the program felt it.</summary>
    Stop,

    /// <summary>A request that was served.</summary>
    Request,

    /// <summary>A collection that began, where it may have several pauses or none.</summary>
    Collection,
}
