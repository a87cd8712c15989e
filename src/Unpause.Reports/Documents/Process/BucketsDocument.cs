namespace Unpause.Reports.Documents;

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

    /// <summary>The index of the first bucket.</summary>
    [Signed]
    public required int Offset { get; init; }

    /// <summary>The number of values in each bucket, from the first on.</summary>
    public required IReadOnlyList<long> Buckets { get; init; }
}
