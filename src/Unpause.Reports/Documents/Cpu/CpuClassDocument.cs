namespace Unpause.Reports.Documents;

/// <summary>CPU samples of one kind of work.</summary>
public sealed record CpuClassDocument
{
    /// <summary>The kind of work.</summary>
    public required string Name { get; init; }

    /// <summary>The number of samples.</summary>
    public required long Samples { get; init; }

    /// <summary>The share of all samples.</summary>
    public required double Percent { get; init; }

    /// <summary>Whether it is work of the collector.</summary>
    public required bool IsGc { get; init; }
}
