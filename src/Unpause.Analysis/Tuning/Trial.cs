namespace Unpause.Analysis.Tuning;

/// <summary>What came of one fresh process with one setting.</summary>
/// <param name="Setting">Index into the settings; 0 is the default, with which all others are compared.</param>
/// <param name="Round">From 0. Each round has one trial of every setting that is still in, so trials of one round are pairs.</param>
/// <param name="Value">The objective; null when the trial failed or has no value.</param>
/// <param name="Failure">Why it failed, a clause; null when it didn't.</param>
/// <param name="Broken">The constraints that it broke, as the user wrote them.</param>
public sealed record Trial(int Setting, int Round, double? Value, string? Failure, IReadOnlyList<string> Broken);
