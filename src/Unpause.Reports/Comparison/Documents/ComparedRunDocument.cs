namespace Unpause.Reports.Comparison;

/// <summary>One run of a side.</summary>
public sealed record ComparedRunDocument
{
    /// <summary>Its files.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>The process that is compared.</summary>
    public required string Process { get; init; }

    /// <summary>How many processes the run has.</summary>
    public required int Processes { get; init; }
}
