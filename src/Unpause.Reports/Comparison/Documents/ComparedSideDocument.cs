namespace Unpause.Reports.Comparison;

/// <summary>The runs of one side.</summary>
public sealed record ComparedSideDocument
{
    /// <summary>What the user calls it.</summary>
    public required string Name { get; init; }

    /// <summary>Each run.</summary>
    public required IReadOnlyList<ComparedRunDocument> Runs { get; init; }

    /// <summary>The runtime.</summary>
    public required string Runtime { get; init; }

    /// <summary>Its version.</summary>
    public required string? RuntimeVersion { get; init; }

    /// <summary>The collector.</summary>
    public required string? Collector { get; init; }

    /// <summary>Requests a second, of the mean run; null where they are not known.</summary>
    public required double? RequestsPerS { get; init; }

    /// <summary>Allocated a second, of the mean run.</summary>
    public required double? AllocationRateBytesPerS { get; init; }

    /// <summary>The length of the mean run.</summary>
    public required double? DurationMs { get; init; }
}
