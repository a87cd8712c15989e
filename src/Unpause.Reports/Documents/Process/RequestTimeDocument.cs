namespace Unpause.Reports.Documents;

/// <summary>The breakdown of the time of the process's own recorded requests.</summary>
public sealed record RequestTimeDocument
{
    /// <summary>The number of requests.</summary>
    public required long Requests { get; init; }

    /// <summary>The median latency.</summary>
    public required Milliseconds P50Ms { get; init; }

    /// <summary>The 99th percentile of latency, nearest rank.</summary>
    public required Milliseconds P99Ms { get; init; }

    /// <summary>The longest latency.</summary>
    public required Milliseconds MaxMs { get; init; }

    /// <summary>The breakdown of all requests.</summary>
    public required TimePartsDocument All { get; init; }

    /// <summary>The breakdown of the requests at or above the 99th percentile.</summary>
    public required TimePartsDocument Slowest { get; init; }

    /// <summary>The longest requests, the longest first.</summary>
    public required IReadOnlyList<TimedRequestDocument> Longest { get; init; }
}
