namespace Unpause.Requests.Attribution;

/// <summary>The requests that the numbers are about, of one process.</summary>
/// <param name="StartsUnixNanoseconds">Arrivals, ascending; null where they have no common place in time.</param>
/// <param name="DurationsNanoseconds">Latencies as measured, one for each arrival.</param>
internal sealed record MeasuredRequests(ReadOnlyMemory<long>? StartsUnixNanoseconds, ReadOnlyMemory<long> DurationsNanoseconds);
