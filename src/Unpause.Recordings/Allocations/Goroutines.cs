namespace Unpause.Recordings.Allocations;

/// <summary>How many goroutines there were and where each was in the code, at one moment or several.</summary>
/// <param name="Moments">When they were counted, in order of time.</param>
/// <param name="Sites">Places, those with the most goroutines at the last moment first.</param>
/// <param name="Basis">Where the numbers come from, as text.</param>
public sealed record Goroutines(IReadOnlyList<GoroutineMoment> Moments, IReadOnlyList<GoroutineSite> Sites, string Basis);
