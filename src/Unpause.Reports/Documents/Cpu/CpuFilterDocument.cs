namespace Unpause.Reports.Documents;

/// <summary>Which stacks are listed of all.</summary>
public sealed record CpuFilterDocument
{
    /// <summary>The pattern of which a stack has a frame: * is any text, ? one character.</summary>
    public required string Pattern { get; init; }

    /// <summary>Samples in such stacks.</summary>
    public required long Samples { get; init; }

    /// <summary>Their share of all samples.</summary>
    public required double Percent { get; init; }
}
