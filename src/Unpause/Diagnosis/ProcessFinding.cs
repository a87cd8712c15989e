namespace Unpause.Diagnosis;

/// <summary>What a rule found in one process.</summary>
/// <param name="Process">The index of the process.</param>
/// <param name="Finding">What it found.</param>
public sealed record ProcessFinding(int Process, Finding Finding);
