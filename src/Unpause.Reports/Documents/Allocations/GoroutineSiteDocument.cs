namespace Unpause.Reports.Documents;

/// <summary>Goroutines that stand at one place.</summary>
public sealed record GoroutineSiteDocument
{
    /// <summary>How many at the last moment.</summary>
    public required long Count { get; init; }

    /// <summary>How many at each moment.</summary>
    public required IReadOnlyList<long> Counts { get; init; }

    /// <summary>Index into stack of the first function that is not the platform's own; null when all are.</summary>
    public required long? AppFrame { get; init; }

    /// <summary>Functions, the innermost first; empty for what further places have together.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
