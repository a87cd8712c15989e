namespace Unpause.Recorder.Load;

/// <summary>A request that was sent and got an answer, or was given up.</summary>
/// <param name="StartUnixNanoseconds">The moment at which it was to be sent, whenever it was.</param>
/// <param name="DurationNanoseconds">From that moment to the end of the answer.</param>
/// <param name="Status">The answer's status; 0 when none came in time.</param>
public readonly record struct LoadedRequest(long StartUnixNanoseconds, long DurationNanoseconds, int Status);
