namespace Unpause.Reports.Documents;

/// <summary>
/// How long things took, so that it can be merged: a base-2 exponential histogram as OpenTelemetry has it (opentelemetry-proto,
/// metrics.proto, ExponentialHistogram: bucket i holds values in (base^i, base^(i+1)], base = 2^(2^-scale)), of values in
/// milliseconds, in blocks of equal time. Histograms of one scale are merged by adding the counts of equal indexes.
/// </summary>
public sealed record HistogramDocument
{
    /// <summary>Scale: 5, so that a bucket's ends are 2.2 % apart.</summary>
    [Signed]
    public required int Scale { get; init; }

    /// <summary>Length of a block; null when the values have no place in time, and then there are no blocks.</summary>
    public required Milliseconds? BlockMs { get; init; }

    /// <summary>All values.</summary>
    public required BucketsDocument All { get; init; }

    /// <summary>The blocks that hold values, in order of time, at most 240; a value counts where it starts.</summary>
    public required IReadOnlyList<BlockDocument> Blocks { get; init; }
}
