namespace Unpause.Recordings.Cycles;

/// <summary>One generation of a watched process.</summary>
/// <param name="Generation">Its name: <c>gen0</c>, <c>gen1</c>, <c>gen2</c>.</param>
/// <param name="Collections">Its collections.</param>
/// <param name="Collected">Objects that they freed.</param>
/// <param name="Nanoseconds">Their total duration, without cloning the process for snapshots.</param>
/// <param name="Looks">Collections with a snapshot.</param>
/// <param name="LookedAt">Objects that these freed.</param>
public sealed record WatchedGeneration(string Generation, long Collections, long Collected, long Nanoseconds, long Looks, long LookedAt);
