namespace Unpause.Reports.Documents;

/// <summary>Samples with certain frames, whatever class they are of.</summary>
public sealed record CpuPartDocument
{
    /// <summary>What the frames do: NUMA page migration, page faults, stack shrinking, stop-the-world control.</summary>
    public required string Name { get; init; }

    /// <summary>Samples.</summary>
    public required long Samples { get; init; }

    /// <summary>Their share of all samples.</summary>
    public required double Percent { get; init; }

    /// <summary>Of them, samples in the collector's classes.</summary>
    public required long CollectorSamples { get; init; }
}
