namespace Unpause.Diagnosis;

/// <summary>What a rule found in one process.</summary>
/// <param name="Process">The index of the process.</param>
/// <param name="Finding">What it found.</param>
/// <param name="FollowsFrom">The index of the finding that it follows from, smaller than its own; null for a root cause.</param>
public sealed record ProcessFinding(int Process, Finding Finding, int? FollowsFrom = null);
