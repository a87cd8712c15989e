namespace Unpause.Recordings.Garbage;

/// <summary>
/// Where a recording lies on the monotonic clock of its machine, by which other files of the same process find their place.
/// </summary>
/// <param name="BegunNanoseconds">When recording began: before the zero where the first collections were lost.</param>
internal readonly record struct ProgramClock(long ZeroNanoseconds, long BegunNanoseconds);
