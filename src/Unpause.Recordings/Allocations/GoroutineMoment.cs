namespace Unpause.Recordings.Allocations;

/// <summary>How many goroutines there were at a moment.</summary>
/// <param name="UnixNanoseconds">When, in nanoseconds since 1970; null when it is not recorded.</param>
public readonly record struct GoroutineMoment(long? UnixNanoseconds, long Count);
