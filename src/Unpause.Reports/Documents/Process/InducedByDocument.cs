namespace Unpause.Reports.Documents;

/// <summary>A way in which code asked for collections.</summary>
public sealed record InducedByDocument
{
    /// <summary>Collections asked for in this way.</summary>
    public required long Count { get; init; }

    /// <summary>All their pauses; null where they aren't known.</summary>
    public Milliseconds? PauseTotalMs { get; init; }

    /// <summary>The longest of their pauses; null where they aren't known.</summary>
    public Milliseconds? PauseMaxMs { get; init; }

    /// <summary>
    /// How it asked, in the runtime's word (.NET: InducedAggressive); null where it isn't told, or asked in several ways.
    /// </summary>
    public string? Mode { get; init; }

    /// <summary>
    /// .NET: calls of GC.TryStartNoGCRegion that stopped the program and needed no collection; not part of count.
    /// </summary>
    public long NoGcRegionCalls { get; init; }

    /// <summary>What set it off: timer, request, finalizer, thread pool, thread; null when the stack doesn't tell.</summary>
    public required string? Origin { get; init; }

    /// <summary>The method that called the collector.</summary>
    public required string? Caller { get; init; }

    /// <summary>What is known of such calls, as a clause.</summary>
    public required string? Reason { get; init; }

    /// <summary>The way to the collector: methods from the outermost on, without the platform's plumbing.</summary>
    public required IReadOnlyList<string> CallPath { get; init; }

    /// <summary>Methods, the asking one first.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
