namespace Unpause.Reports.Comparison;

/// <summary>What following a finding's advice should have gained, and what came; of each minute where it is an amount of time.</summary>
public sealed record PredictionDocument
{
    /// <summary>As much as was promised, or more.</summary>
    public const string AsPredicted = "as_predicted";

    /// <summary>Something, but less.</summary>
    public const string LessThanPredicted = "less_than_predicted";

    /// <summary>Nothing that is more than chance, or the opposite.</summary>
    public const string NoImprovement = "no_improvement";

    /// <summary>It can't be told.</summary>
    public const string Unknown = "unknown";

    /// <summary>The number that should change.</summary>
    public required string Metric { get; init; }

    /// <summary>The metric of this comparison that tells it; null where none does.</summary>
    public required string? MeasuredBy { get; init; }

    /// <summary>Unit of the three numbers.</summary>
    public required string Unit { get; init; }

    /// <summary>The least promised.</summary>
    public required double Low { get; init; }

    /// <summary>The most promised.</summary>
    public required double High { get; init; }

    /// <summary>What came: positive is better.</summary>
    public required double? Measured { get; init; }

    /// <summary>What follows.</summary>
    public required string Outcome { get; init; }
}
