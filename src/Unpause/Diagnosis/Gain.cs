namespace Unpause.Diagnosis;

/// <summary>By how much a number gets better if the advice is followed: the sentence of <see cref="Finding.ExpectedGain"/> as data.</summary>
/// <param name="Metric">What gets better, one of <see cref="GainMetrics"/>: a budget's metric where there is one.</param>
/// <param name="Low">The least that is to be expected, as an improvement; never negative.</param>
/// <param name="High">The most that is to be expected; not less than <paramref name="Low"/>, and never more than there is to win.</param>
/// <param name="Unit">The unit of both: <c>ms</c>, <c>percent</c> (points), <c>bytes</c>, <c>collections</c>.</param>
public sealed record Gain(string Metric, double Low, double High, string Unit);
