namespace Unpause.Reports.Documents;

/// <summary>Stalls of single threads for one reason.</summary>
public sealed record StallDocument
{
    /// <summary>The reason in the runtime's own terms.</summary>
    public required string Name { get; init; }

    /// <summary>The number of stalls.</summary>
    public required long Count { get; init; }

    /// <summary>The total thread time, over all threads.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The longest stall.</summary>
    public required Milliseconds MaxMs { get; init; }
}
