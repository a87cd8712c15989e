namespace Unpause.Reports.Documents;

/// <summary>Samples of one kind of work.</summary>
public sealed record CpuClassDocument
{
    /// <summary>The kind of work.</summary>
    public required string Name { get; init; }

    /// <summary>Samples.</summary>
    public required long Samples { get; init; }

    /// <summary>Their share of all samples.</summary>
    public required double Percent { get; init; }

    /// <summary>Whether it is the collector's work.</summary>
    public required bool IsGc { get; init; }
}
