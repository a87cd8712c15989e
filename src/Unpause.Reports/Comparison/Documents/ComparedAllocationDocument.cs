namespace Unpause.Reports.Comparison.Documents;

/// <summary>Bytes allocated by a type or call site, before and after.</summary>
public sealed record ComparedAllocationDocument
{
    /// <summary>The allocated type; null where unknown.</summary>
    public required string? Type { get; init; }

    /// <summary>The application's own frame that allocates; null for the sum of a type.</summary>
    public required string? Site { get; init; }

    /// <summary>Bytes per second before; null where there are none.</summary>
    public required double? BeforeBytesPerS { get; init; }

    /// <summary>Bytes per second after; null where there are none.</summary>
    public required double? AfterBytesPerS { get; init; }
}
