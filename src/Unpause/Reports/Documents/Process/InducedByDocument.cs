namespace Unpause.Reports.Documents;

/// <summary>A way in which code asked for collections.</summary>
public sealed record InducedByDocument
{
    /// <summary>Collections asked for in this way.</summary>
    public required long Count { get; init; }

    /// <summary>What set it off: timer, request, finalizer, thread pool, thread; null when the stack doesn't tell.</summary>
    public required string? Origin { get; init; }

    /// <summary>The method that called the collector.</summary>
    public required string? AskedBy { get; init; }

    /// <summary>What is known of such calls, as a clause.</summary>
    public required string? Reason { get; init; }

    /// <summary>The way to the collector: methods from the outermost on, without the platform's plumbing.</summary>
    public required IReadOnlyList<string> Steps { get; init; }

    /// <summary>Methods, the asking one first.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
