namespace Unpause.Reports.Documents;

/// <summary>
/// A mergeable histogram of durations: a base-2 exponential histogram as in OpenTelemetry (opentelemetry-proto, metrics.proto,
/// ExponentialHistogram: bucket i holds values in (base^i, base^(i+1)], base = 2^(2^-scale)), of values in milliseconds, in blocks of equal
/// time. Histograms of one scale are merged by adding the counts of equal indexes.
/// </summary>
public sealed record HistogramDocument
{
    /// <summary>The scale: 5, so that the bounds of a bucket are 2.2 % apart.</summary>
    [Signed]
    public required int Scale { get; init; }

    /// <summary>The length of a block; null when the values have no timestamps, and then there are no blocks.</summary>
    public required Milliseconds? BlockMs { get; init; }

    /// <summary>All values.</summary>
    public required BucketsDocument All { get; init; }

    /// <summary>The blocks with values, in order of time, at most 240; a value counts in the block where it starts.</summary>
    public required IReadOnlyList<BlockDocument> Blocks { get; init; }
}
