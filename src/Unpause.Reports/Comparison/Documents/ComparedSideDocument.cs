namespace Unpause.Reports.Comparison.Documents;

/// <summary>The runs of one side.</summary>
public sealed record ComparedSideDocument
{
    /// <summary>The name of the side, as the user passed it.</summary>
    public required string Name { get; init; }

    /// <summary>The runs of the side.</summary>
    public required IReadOnlyList<ComparedRunDocument> Runs { get; init; }

    /// <summary>The runtime of the compared process.</summary>
    public required string Runtime { get; init; }

    /// <summary>The version of the runtime.</summary>
    public required string? RuntimeVersion { get; init; }

    /// <summary>The garbage collector.</summary>
    public required string? Collector { get; init; }

    /// <summary>Mean requests per second of the runs; null where unknown.</summary>
    public required double? RequestsPerS { get; init; }

    /// <summary>Mean allocation rate of the runs.</summary>
    public required double? AllocationRateBytesPerS { get; init; }

    /// <summary>Mean length of the recordings.</summary>
    public required double? DurationMs { get; init; }
}
