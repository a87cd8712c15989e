namespace Unpause.Reports.Comparison;

/// <summary>Whether a lower or a higher number is better.</summary>
internal enum BetterWhen
{
    /// <summary>Lower is better.</summary>
    Lower,

    /// <summary>Higher is better.</summary>
    Higher,

    /// <summary>Neither is better by itself.</summary>
    Neither,
}
