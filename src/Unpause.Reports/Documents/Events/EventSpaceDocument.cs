namespace Unpause.Reports.Documents;

/// <summary>A part of the heap at one collection.</summary>
public sealed record EventSpaceDocument
{
    /// <summary>In use when it started.</summary>
    [Signed]
    public required long BeforeBytes { get; init; }

    /// <summary>In use when it ended.</summary>
    [Signed]
    public required long AfterBytes { get; init; }

    /// <summary>Free space between objects when it ended.</summary>
    [Signed]
    public required long FreeBytes { get; init; }

    /// <summary>What survived.</summary>
    [Signed]
    public required long SurvivedBytes { get; init; }

    /// <summary>What may be allocated there until the next collection.</summary>
    [Signed]
    public required long BudgetBytes { get; init; }
}
