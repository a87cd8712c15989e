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
