namespace Unpause.Reports.Comparison;

/// <summary>What was allocated, before and after.</summary>
public sealed record ComparedAllocationDocument
{
    /// <summary>The type; null where it isn't known.</summary>
    public required string? Type { get; init; }

    /// <summary>The program's own frame that allocates it; null for a type in all.</summary>
    public required string? Site { get; init; }

    /// <summary>Bytes a second before; null where there is nothing.</summary>
    public required double? BeforeBytesPerS { get; init; }

    /// <summary>Bytes a second after.</summary>
    public required double? AfterBytesPerS { get; init; }
}
