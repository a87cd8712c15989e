namespace Unpause.Reports.Documents;

/// <summary>Counts of values by bucket, with their exact sum and maximum.</summary>
public sealed record BucketsDocument
{
    /// <summary>Values.</summary>
    public required long Count { get; init; }

    /// <summary>Their exact sum.</summary>
    public required Milliseconds SumMs { get; init; }

    /// <summary>The exact greatest; null when there are none.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>Values that are 0.</summary>
    public required long ZeroCount { get; init; }

    /// <summary>Index of the first bucket.</summary>
    [Signed]
    public required int Offset { get; init; }

    /// <summary>Values of each bucket from the first on.</summary>
    public required IReadOnlyList<long> Buckets { get; init; }
}
