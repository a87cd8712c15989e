namespace Unpause.Recordings.Allocations;

/// <summary>Goroutines at one place in the code.</summary>
/// <param name="Stack">Functions, the innermost first; empty for what was summed up. Hostile: escape before showing.</param>
/// <param name="Counts">How many, one number for each moment.</param>
public sealed record GoroutineSite(IReadOnlyList<string> Stack, IReadOnlyList<long> Counts);
