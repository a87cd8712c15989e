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

/// <summary>Counts of values by bucket, with their exact sum and maximum.</summary>
public sealed record BucketsDocument
{
    /// <summary>The number of values.</summary>
    public required long Count { get; init; }

    /// <summary>The exact sum of the values.</summary>
    public required Milliseconds SumMs { get; init; }

    /// <summary>The exact maximum; null when there are no values.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>The number of values that are 0.</summary>
    public required long ZeroCount { get; init; }

    /// <summary>The indexes of the buckets that have values, in ascending order.</summary>
    [Signed]
    public required IReadOnlyList<int> Indexes { get; init; }

    /// <summary>The number of values in each of these buckets.</summary>
    public required IReadOnlyList<long> Counts { get; init; }
}

/// <summary>The values of one block of time.</summary>
public sealed record BlockDocument
{
    /// <summary>
    /// The index of the block: it starts at index × block_ms since the start of the recording, or for requests since the first request.
    /// </summary>
    public required int Index { get; init; }

    /// <summary>The values of the block.</summary>
    public required BucketsDocument Values { get; init; }
}
