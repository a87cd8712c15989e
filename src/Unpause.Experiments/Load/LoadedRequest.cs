namespace Unpause.Experiments.Load;

/// <summary>A request that was served or timed out.</summary>
/// <param name="StartUnixNanoseconds">The time at which it was due, whenever it was sent.</param>
/// <param name="DurationNanoseconds">From that time to the end of the response.</param>
public readonly record struct LoadedRequest(long StartUnixNanoseconds, long DurationNanoseconds);
