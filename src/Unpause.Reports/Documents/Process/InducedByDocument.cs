namespace Unpause.Reports.Documents;

/// <summary>A call path that induced collections.</summary>
public sealed record InducedByDocument
{
    /// <summary>The number of collections that it induced.</summary>
    public required long Count { get; init; }

    /// <summary>The total time of their pauses; null where unknown.</summary>
    public Milliseconds? PauseTotalMs { get; init; }

    /// <summary>The longest of their pauses; null where unknown.</summary>
    public Milliseconds? PauseMaxMs { get; init; }

    /// <summary>
    /// The mode of the call in the runtime's own terms (.NET: InducedAggressive); null where unknown, or where modes differ.
    /// </summary>
    public string? Mode { get; init; }

    /// <summary>.NET: calls of GC.TryStartNoGCRegion that suspended the threads but needed no collection; not part of count.</summary>
    public long NoGcRegionCalls { get; init; }

    /// <summary>The origin: timer, request, finalizer, thread pool, thread; null when the stack does not show it.</summary>
    public required string? Origin { get; init; }

    /// <summary>The method that called the collector.</summary>
    public required string? Caller { get; init; }

    /// <summary>A known reason of such calls, as a clause.</summary>
    public required string? Reason { get; init; }

    /// <summary>The call path: methods from the outermost on, without platform internals.</summary>
    public required IReadOnlyList<string> CallPath { get; init; }

    /// <summary>The methods, the calling one first.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
