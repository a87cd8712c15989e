namespace Unpause.Reports.Documents;

/// <summary>Waits of single threads for one thing.</summary>
public sealed record StallDocument
{
    /// <summary>What the threads waited for, in the runtime's words.</summary>
    public required string Name { get; init; }

    /// <summary>Waits.</summary>
    public required long Count { get; init; }

    /// <summary>Thread time, all threads together.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The longest.</summary>
    public required Milliseconds MaxMs { get; init; }
}
