namespace Unpause.Reports.Documents;

/// <summary>Samples that were taken in one stack.</summary>
public sealed record CpuStackDocument
{
    /// <summary>Samples.</summary>
    public required long Samples { get; init; }

    /// <summary>What they were taken in, a name of classes.</summary>
    public required string Class { get; init; }

    /// <summary>The thread's name as the kernel has it, 15 characters at most; null where stacks are summed up.</summary>
    public required string? Thread { get; init; }

    /// <summary>Frames, the innermost first; those of the kernel end in _[k].</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
