namespace Unpause.Reports.Documents;

/// <summary>CPU samples with one stack.</summary>
public sealed record CpuStackDocument
{
    /// <summary>The number of samples.</summary>
    public required long Samples { get; init; }

    /// <summary>The class of the samples, one of the names in classes.</summary>
    public required string Class { get; init; }

    /// <summary>The thread's name in the kernel, at most 15 characters; null where stacks are aggregated.</summary>
    public required string? Thread { get; init; }

    /// <summary>The frames, the innermost first; kernel frames end in _[k].</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
