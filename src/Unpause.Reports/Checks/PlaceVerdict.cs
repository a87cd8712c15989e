namespace Unpause.Checks;

/// <summary>What became of a budget for one process, or for the requests. Numbers are in the unit of the budget's metric.</summary>
/// <param name="Where">The process, or that it is the requests; safe to show. Null where the budget is for nothing that there is.</param>
/// <param name="Outcome">Whether it holds.</param>
public sealed record PlaceVerdict(string? Where, CheckOutcome Outcome)
{
    /// <summary>The measured number; null when unknown.</summary>
    public double? Value { get; init; }

    /// <summary>How much it may be.</summary>
    public double? Limit { get; init; }

    /// <summary>How much it may be with what is tolerated.</summary>
    public double? Tolerated { get; init; }

    /// <summary>The baseline's number; null where there is none.</summary>
    public double? Baseline { get; init; }

    /// <summary>Why it could not be judged, a clause; null when it was.</summary>
    public string? Reason { get; init; }

    /// <summary>Of what the number is, where that isn't what the metric's name says; else null.</summary>
    public string? Basis { get; init; }

    /// <summary>How far beyond the limit the number is; less than 0 within it, null where either is unknown.</summary>
    internal double? Beyond(bool isLeast) => isLeast ? Limit - Value : Value - Limit;
}
