namespace Unpause.Reports.Documents;

/// <summary>What the time of a process's own recorded requests went into.</summary>
public sealed record RequestTimeDocument
{
    /// <summary>Requests.</summary>
    public required long Requests { get; init; }

    /// <summary>Their median.</summary>
    public required Milliseconds P50Ms { get; init; }

    /// <summary>Their 99th percentile, nearest rank.</summary>
    public required Milliseconds P99Ms { get; init; }

    /// <summary>The longest.</summary>
    public required Milliseconds MaxMs { get; init; }

    /// <summary>All of them.</summary>
    public required TimePartsDocument All { get; init; }

    /// <summary>Those that took the 99th percentile or longer.</summary>
    public required TimePartsDocument Slowest { get; init; }

    /// <summary>The longest ones, the longest first.</summary>
    public required IReadOnlyList<TimedRequestDocument> Longest { get; init; }
}
