namespace Unpause.Reports.Documents;

/// <summary>The number of goroutines at one moment.</summary>
public sealed record GoroutineMomentDocument
{
    /// <summary>The moment in UTC; null when unknown.</summary>
    public required string? At { get; init; }

    /// <summary>The number of goroutines.</summary>
    public required long Count { get; init; }
}
