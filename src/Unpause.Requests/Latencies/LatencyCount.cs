namespace Unpause.Requests.Latencies;

/// <summary>How often a latency was.</summary>
/// <param name="DurationNanoseconds">The latency.</param>
/// <param name="Count">How often it was, at least once.</param>
internal readonly record struct LatencyCount(long DurationNanoseconds, long Count);
