namespace Unpause.Analysis.Holes;

/// <summary>A hole of a drawn span.</summary>
/// <param name="StartUnixNanoseconds">Its start.</param>
/// <param name="DurationNanoseconds">Its length.</param>
/// <param name="ExplainedNanoseconds">Of it, inside pauses that could be placed; null when the span's process was not judged.</param>
internal readonly record struct ShownHole(long StartUnixNanoseconds, long DurationNanoseconds, long? ExplainedNanoseconds);
