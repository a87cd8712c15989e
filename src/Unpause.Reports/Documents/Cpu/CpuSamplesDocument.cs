namespace Unpause.Reports.Documents;

/// <summary>Where a process spent its CPU time, by samples of its stacks (perf, or Go's CPU profile).</summary>
public sealed record CpuSamplesDocument
{
    /// <summary>Samples in all.</summary>
    public required long Samples { get; init; }

    /// <summary>What was sampled, in words.</summary>
    public required string Basis { get; init; }

    /// <summary>What shows which runtime it is, in words.</summary>
    public required string RuntimeEvidence { get; init; }

    /// <summary>Samples in the collector's classes; where others have no symbols, at least so many.</summary>
    public required long CollectorSamples { get; init; }

    /// <summary>Their share of all samples.</summary>
    public required double CollectorPercent { get; init; }

    /// <summary>Samples without a named frame outside the kernel.</summary>
    public required long UnsymbolizedSamples { get; init; }

    /// <summary>
    /// What the samples were taken in; each is in one class. Where frames have no names and could be the collector, that is "no symbols"
    /// and never "application".
    /// </summary>
    public required IReadOnlyList<CpuClassDocument> Classes { get; init; }

    /// <summary>What lies across the classes: samples with certain frames, whatever class they are of.</summary>
    public required IReadOnlyList<CpuPartDocument> Parts { get; init; }

    /// <summary>Which stacks are listed (--only); null for all.</summary>
    public required CpuFilterDocument? Filter { get; init; }

    /// <summary>Stacks, the most samples first; empty in the page, which has them in its other element.</summary>
    public required IReadOnlyList<CpuStackDocument> Stacks { get; init; }
}
