namespace Unpause.Recordings.Objects;

/// <summary>Objects created while the collector was disabled, as the runtime counts them (CPython).</summary>
/// <param name="Stayed">Objects that the collector would examine: created minus freed.</param>
/// <param name="SinceNanoseconds">Since when, on the recording's clock; less than 0 where that was before it.</param>
/// <param name="AtNanoseconds">When that was so.</param>
public sealed record UncollectedObjects(long Stayed, long SinceNanoseconds, long AtNanoseconds)
{
    /// <summary>Resident memory when the process began to be recorded; null when it isn't known.</summary>
    public long? ResidentBytesAtStart { get; init; }

    /// <summary>Resident memory at that time; null when it isn't known.</summary>
    public long? ResidentBytes { get; init; }

    /// <summary>Whether that was at the process's end; else between the requests that it serves.</summary>
    public bool IsAtEnd { get; init; }

    /// <summary>How long it took to come.</summary>
    public long DurationNanoseconds => AtNanoseconds - SinceNanoseconds;

    /// <summary>By how much resident memory is larger; null when it isn't known.</summary>
    public long? GrownBytes => ResidentBytes - ResidentBytesAtStart;
}
