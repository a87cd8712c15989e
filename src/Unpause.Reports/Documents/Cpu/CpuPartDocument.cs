namespace Unpause.Reports.Documents;

/// <summary>CPU samples with certain frames, in any class.</summary>
public sealed record CpuPartDocument
{
    /// <summary>The work of these frames: NUMA page migration, page faults, stack shrinking, stop-the-world control.</summary>
    public required string Name { get; init; }

    /// <summary>The number of samples.</summary>
    public required long Samples { get; init; }

    /// <summary>The share of all samples.</summary>
    public required double Percent { get; init; }

    /// <summary>The number of those in the collector's classes.</summary>
    public required long CollectorSamples { get; init; }
}
