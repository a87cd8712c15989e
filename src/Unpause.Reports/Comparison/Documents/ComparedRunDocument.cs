namespace Unpause.Reports.Comparison.Documents;

/// <summary>One run of a side.</summary>
public sealed record ComparedRunDocument
{
    /// <summary>The files of the run.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>The process that is compared.</summary>
    public required string Process { get; init; }

    /// <summary>The number of processes in the run.</summary>
    public required int Processes { get; init; }
}
