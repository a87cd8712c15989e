namespace Unpause.Analysis.Diagnosis;

/// <summary>A finding and its cause.</summary>
/// <param name="Finding">The finding, with its confidence.</param>
/// <param name="FollowsFrom">The index of its cause in the same list, smaller than its own; null for a root cause.</param>
internal readonly record struct LinkedFinding(Finding Finding, int? FollowsFrom);
