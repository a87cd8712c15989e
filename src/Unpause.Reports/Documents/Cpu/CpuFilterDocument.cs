namespace Unpause.Reports.Documents;

/// <summary>The filter of the listed stacks.</summary>
public sealed record CpuFilterDocument
{
    /// <summary>The pattern that a frame of the stack must match: * is any text, ? one character.</summary>
    public required string Pattern { get; init; }

    /// <summary>The number of samples in matching stacks.</summary>
    public required long Samples { get; init; }

    /// <summary>The share of all samples.</summary>
    public required double Percent { get; init; }
}
