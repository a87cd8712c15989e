namespace Unpause.Reports.Documents;

/// <summary>The CPU time of a process, from samples of its stacks (perf, or Go's CPU profile).</summary>
public sealed record CpuSamplesDocument
{
    /// <summary>The number of all samples.</summary>
    public required long Samples { get; init; }

    /// <summary>What was sampled.</summary>
    public required string Basis { get; init; }

    /// <summary>The evidence for the runtime.</summary>
    public required string RuntimeEvidence { get; init; }

    /// <summary>The number of samples in the collector's classes; a lower bound where other samples have no symbols.</summary>
    public required long CollectorSamples { get; init; }

    /// <summary>The share of all samples.</summary>
    public required double CollectorPercent { get; init; }

    /// <summary>The number of samples without a named frame outside of the kernel.</summary>
    public required long UnsymbolizedSamples { get; init; }

    /// <summary>
    /// The samples by class; each sample is in one class. Samples without names that could be in the collector are in the class "no
    /// symbols", never in "application".
    /// </summary>
    public required IReadOnlyList<CpuClassDocument> Classes { get; init; }

    /// <summary>Groups across the classes: samples with certain frames, in any class.</summary>
    public required IReadOnlyList<CpuPartDocument> Parts { get; init; }

    /// <summary>The filter of the listed stacks (--only); null for all.</summary>
    public required CpuFilterDocument? Filter { get; init; }

    /// <summary>The stacks, the most samples first; empty in the page, which has them in its timeline element.</summary>
    public required IReadOnlyList<CpuStackDocument> Stacks { get; init; }
}

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

/// <summary>CPU time of Go's collector: concurrent marking, and mark assists of the application's own goroutines.</summary>
public sealed record CollectorCpuDocument
{
    /// <summary>The share of all CPU time that assists, workers and stops took, without idle marking, as Go counts it.</summary>
    public required double? Percent { get; init; }

    /// <summary>Mark assists by allocating goroutines.</summary>
    public required Milliseconds AssistMs { get; init; }

    /// <summary>Dedicated and fractional mark workers.</summary>
    public required Milliseconds WorkersMs { get; init; }

    /// <summary>The time of all processors during stop-the-world pauses for GC.</summary>
    public required Milliseconds StopsMs { get; init; }

    /// <summary>Mark workers on idle processors; not part of the share.</summary>
    public required Milliseconds IdleMs { get; init; }

    /// <summary>The number of processors that the process may use (GOMAXPROCS).</summary>
    public required long Processors { get; init; }
}
