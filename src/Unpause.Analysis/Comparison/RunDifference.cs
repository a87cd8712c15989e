namespace Unpause.Analysis.Comparison;

/// <summary>The difference of two sides in one number, and whether it is significant.</summary>
/// <param name="Estimate">After against before: a share (−0.9) where <paramref name="IsRatio"/>, else in the number's unit.</param>
/// <param name="Low">Lower end of what it may be; null where that is unknown.</param>
/// <param name="High">Upper end.</param>
/// <param name="IsRatio">Whether it is a share of what was before.</param>
/// <param name="PValue">
/// How likely chance alone makes it so large in any number of the family; null where that is unknown.
/// </param>
/// <param name="State">What is known.</param>
internal readonly record struct RunDifference(
    double Estimate, double? Low, double? High, bool IsRatio, double? PValue, DifferenceState State);
