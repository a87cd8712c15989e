namespace Unpause.Recorder.Load;

/// <summary>A request that was served, or given up.</summary>
/// <param name="StartUnixNanoseconds">The moment at which it was to be sent, whenever it was.</param>
/// <param name="DurationNanoseconds">From that moment to the end of the answer.</param>
public readonly record struct LoadedRequest(long StartUnixNanoseconds, long DurationNanoseconds);
