namespace Unpause.Reports.Documents;

/// <summary>How many goroutines there were at a moment.</summary>
public sealed record GoroutineMomentDocument
{
    /// <summary>When, in UTC; null when it isn't told.</summary>
    public required string? At { get; init; }

    /// <summary>How many.</summary>
    public required long Count { get; init; }
}
