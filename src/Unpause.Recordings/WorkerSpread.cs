namespace Unpause.Recordings;

/// <summary>How parallel work was spread over the collector's workers, in nanoseconds.</summary>
/// <param name="MinNanoseconds">The shortest worker.</param>
/// <param name="MaxNanoseconds">The longest worker.</param>
/// <param name="SumNanoseconds">All workers together; null when not printed.</param>
internal sealed record WorkerSpread(long MinNanoseconds, long MaxNanoseconds, long? SumNanoseconds);
