namespace Unpause.Reports.Comparison.Documents;

/// <summary>The improvement that a finding predicted, and the measured one. Amounts of time are per minute.</summary>
public sealed record PredictionDocument
{
    /// <summary>At least as much as predicted.</summary>
    public const string AsPredicted = "kept";

    /// <summary>An improvement, but less than predicted.</summary>
    public const string LessThanPredicted = "less";

    /// <summary>No significant improvement, or a regression.</summary>
    public const string NoImprovement = "nothing";

    /// <summary>Not known.</summary>
    public const string Unknown = "unknown";

    /// <summary>The number that the finding predicted to change.</summary>
    public required string Metric { get; init; }

    /// <summary>The metric of this comparison that measures it; null where none does.</summary>
    public required string? MeasuredBy { get; init; }

    /// <summary>Unit of the three numbers.</summary>
    public required string Unit { get; init; }

    /// <summary>The smallest predicted improvement.</summary>
    public required double Low { get; init; }

    /// <summary>The largest predicted improvement.</summary>
    public required double High { get; init; }

    /// <summary>The measured improvement; positive is better.</summary>
    public required double? Measured { get; init; }

    /// <summary>Whether the prediction came true.</summary>
    public required string Outcome { get; init; }
}
