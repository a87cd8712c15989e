namespace Unpause.Reports.Checks;

/// <summary>The verdict on a budget for one process, or for the requests. Numbers are in the unit of the budget's metric.</summary>
/// <param name="Where">The process, or the requests; safe to show. Null where the budget applies to nothing.</param>
/// <param name="Outcome">The outcome.</param>
public sealed record PlaceVerdict(string? Where, CheckOutcome Outcome)
{
    /// <summary>The measured value; null when unknown.</summary>
    public double? Value { get; init; }

    /// <summary>The limit.</summary>
    public double? Limit { get; init; }

    /// <summary>The limit with its tolerance.</summary>
    public double? Tolerated { get; init; }

    /// <summary>The baseline's value; null where there is none.</summary>
    public double? Baseline { get; init; }

    /// <summary>Why it could not be checked, as a clause; null when it was.</summary>
    public string? Reason { get; init; }

    /// <summary>What the value is of, where that differs from the metric's name; otherwise null.</summary>
    public string? Basis { get; init; }

    /// <summary>How far the value is beyond the limit; negative within it, null where either is unknown.</summary>
    internal double? Beyond(bool isLeast) => isLeast ? Limit - Value : Value - Limit;
}
