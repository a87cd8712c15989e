namespace Unpause.Diagnosis;

/// <summary>A number that supports a finding, with where it comes from.</summary>
/// <param name="Text">A phrase that names the number and its source: <c>full collections (gc 12, 40, 77 …)</c>.</param>
/// <param name="Value">The number; null when the evidence is not a number.</param>
/// <param name="Unit">Its unit: <c>ms</c>, <c>bytes</c>, <c>percent</c>, <c>collections</c> …; null when it has none.</param>
public sealed record Evidence(string Text, double? Value = null, string? Unit = null);
