namespace Unpause.Requests.Attribution;

/// <summary>One request to draw; times in nanoseconds.</summary>
/// <param name="Set">Index of its request set.</param>
/// <param name="Request">Index into that set's requests.</param>
/// <param name="StartUnixNanoseconds">Arrival, on the requests' clock.</param>
/// <param name="DurationNanoseconds">Latency as measured.</param>
/// <param name="Fate">What became of it.</param>
internal readonly record struct RequestPoint(int Set, int Request, long StartUnixNanoseconds, long DurationNanoseconds, RequestFate Fate);
