namespace Unpause.Reports.Comparison;

/// <summary>Which way a number gets better.</summary>
internal enum BetterWhen
{
    /// <summary>Less of it.</summary>
    Lower,

    /// <summary>More of it.</summary>
    Higher,

    /// <summary>Neither by itself.</summary>
    Neither,
}
