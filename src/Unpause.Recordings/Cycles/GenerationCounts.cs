namespace Unpause.Recordings.Cycles;

/// <summary>Exact counts of one generation's collections while a process was watched.</summary>
/// <param name="Collections">How many there were.</param>
/// <param name="Collected">Objects that they freed.</param>
/// <param name="Nanoseconds">Their total duration.</param>
public readonly record struct GenerationCounts(long Collections, long Collected, long Nanoseconds);
