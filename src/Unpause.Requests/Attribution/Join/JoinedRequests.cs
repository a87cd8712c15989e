namespace Unpause.Requests.Attribution.Join;

/// <summary>Requests of one process and the pauses they may have met, on the same clock; all in nanoseconds.</summary>
/// <param name="Starts">Arrivals, in any order; a log's order, by completion or arrival, is the fastest.</param>
/// <param name="Durations">Latencies, not negative; as many as starts.</param>
/// <param name="Pauses">When the process was stopped.</param>
/// <param name="ErrorBound">A request is touched by more stopped time than this.</param>
internal readonly record struct JoinedRequests(
    ReadOnlyMemory<long> Starts, ReadOnlyMemory<long> Durations, PauseTimeline Pauses, long ErrorBound);
