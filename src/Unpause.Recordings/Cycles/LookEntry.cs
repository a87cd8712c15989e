namespace Unpause.Recordings.Cycles;

/// <summary>A snapshot according to the observed process itself.</summary>
/// <param name="Number">The snapshot's number.</param>
/// <param name="Generation">The oldest generation in the snapshot.</param>
/// <param name="Kind">Its occasion and extent.</param>
/// <param name="When">When it was started, on the system's monotonic clock.</param>
/// <param name="StopNanoseconds">How long it paused the process.</param>
/// <param name="ChildId">The child process that took it, by its id in the observed process's namespace.</param>
/// <param name="Collected">Objects that the collection then freed; null if none followed.</param>
/// <param name="CollectedSoFar">Objects that this generation's collections had freed until then, this one included.</param>
public sealed record LookEntry(
    int Number, int Generation, LookKind Kind, long When, long StopNanoseconds, int ChildId, long? Collected, long? CollectedSoFar);
