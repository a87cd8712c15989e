namespace Unpause.Reports.Checks;

/// <summary>The outcome of a budget, the best first.</summary>
public enum CheckOutcome
{
    /// <summary>The value is within the limit.</summary>
    Kept,

    /// <summary>The value is beyond the limit, but within the tolerance.</summary>
    Tolerated,

    /// <summary>The budget could not be checked.</summary>
    NoData,

    /// <summary>The value is beyond the limit.</summary>
    Broken,
}
