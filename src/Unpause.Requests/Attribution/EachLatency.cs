namespace Unpause.Requests.Attribution;

/// <summary>Every request's latency without pauses and their backlog, process by process in order of arrival; nanoseconds.</summary>
/// <param name="StartsUnixNanoseconds">Arrivals.</param>
/// <param name="WithoutGcNanoseconds">Latencies.</param>
public sealed record EachLatency(ReadOnlyMemory<long> StartsUnixNanoseconds, ReadOnlyMemory<long> WithoutGcNanoseconds);
