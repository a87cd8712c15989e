namespace Unpause.Cycles;

/// <summary>What the collections of one generation did while a process was watched: exact counts.</summary>
/// <param name="Collections">How many there were.</param>
/// <param name="Collected">Objects that they freed.</param>
/// <param name="Nanoseconds">Time that they took.</param>
public readonly record struct GenerationCounts(long Collections, long Collected, long Nanoseconds);
