using Unpause.Reports.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>Lengths of both sides, all runs of a side together.</summary>
public sealed record ComparedDistributionDocument
{
    /// <summary>Of what: <c>pauses</c> or <c>requests</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>Lengths before.</summary>
    public required BucketsDocument Before { get; init; }

    /// <summary>Lengths after.</summary>
    public required BucketsDocument After { get; init; }

    /// <summary>How far each percentile moved.</summary>
    public required IReadOnlyList<ShiftDocument> Shifts { get; init; }
}
