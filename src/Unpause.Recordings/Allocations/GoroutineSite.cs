namespace Unpause.Recordings.Allocations;

/// <summary>Goroutines that stand at one place.</summary>
/// <param name="Stack">Functions, the innermost first; empty for what was summed up. Hostile: escape before showing.</param>
/// <param name="Counts">How many, one number for each moment.</param>
internal sealed record GoroutineSite(IReadOnlyList<string> Stack, IReadOnlyList<long> Counts);
