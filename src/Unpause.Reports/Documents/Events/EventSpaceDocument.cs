namespace Unpause.Reports.Documents;

/// <summary>A space of the heap at one collection.</summary>
public sealed record EventSpaceDocument
{
    /// <summary>Bytes in use at its start.</summary>
    [Signed]
    public required long BeforeBytes { get; init; }

    /// <summary>Bytes in use at its end.</summary>
    [Signed]
    public required long AfterBytes { get; init; }

    /// <summary>Free bytes between objects (fragmentation) at its end.</summary>
    [Signed]
    public required long FreeBytes { get; init; }

    /// <summary>Surviving bytes.</summary>
    [Signed]
    public required long SurvivedBytes { get; init; }

    /// <summary>Bytes that may be allocated there until the next collection.</summary>
    [Signed]
    public required long BudgetBytes { get; init; }
}
