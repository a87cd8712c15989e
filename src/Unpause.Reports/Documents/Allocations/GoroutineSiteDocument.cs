namespace Unpause.Reports.Documents;

/// <summary>The goroutines with one stack.</summary>
public sealed record GoroutineSiteDocument
{
    /// <summary>The number at the last moment.</summary>
    public required long Count { get; init; }

    /// <summary>The number at each moment.</summary>
    public required IReadOnlyList<long> Counts { get; init; }

    /// <summary>The index in stack of the first function that belongs to the application; null when there is none.</summary>
    public required long? AppFrame { get; init; }

    /// <summary>The functions, the innermost first; empty for the sum of all further stacks.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
