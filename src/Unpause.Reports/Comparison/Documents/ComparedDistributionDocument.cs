using Unpause.Reports.Documents;

namespace Unpause.Reports.Comparison.Documents;

/// <summary>Distributions of durations on both sides, all runs of a side together.</summary>
public sealed record ComparedDistributionDocument
{
    /// <summary>What the durations are of: <c>pauses</c> or <c>requests</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>Durations before.</summary>
    public required BucketsDocument Before { get; init; }

    /// <summary>Durations after.</summary>
    public required BucketsDocument After { get; init; }

    /// <summary>The shift of each percentile.</summary>
    public required IReadOnlyList<ShiftDocument> Shifts { get; init; }
}
