namespace Unpause.Recordings.Waits;

/// <summary>
/// Go: how often a goroutine that allocated had to mark first, as the execution trace tells, from beginning to end: with the time that it
/// waited for others to mark for it, and for a processor. Thread time, several goroutines' added up.
/// </summary>
/// <param name="Count">Assists.</param>
/// <param name="TotalNanoseconds">In all.</param>
/// <param name="LongestNanoseconds">The longest.</param>
/// <param name="SweepNanoseconds">Sweeping before an allocation, beside.</param>
internal sealed record AssistRanges(long Count, long TotalNanoseconds, long LongestNanoseconds, long SweepNanoseconds);
