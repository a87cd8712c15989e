namespace Unpause.Analysis.Diagnosis;

/// <summary>A finding in one process.</summary>
/// <param name="Process">The index of the process.</param>
/// <param name="Finding">The finding.</param>
/// <param name="FollowsFrom">The index of the finding that causes it, smaller than its own; null for a root cause.</param>
public sealed record ProcessFinding(int Process, Finding Finding, int? FollowsFrom = null);
