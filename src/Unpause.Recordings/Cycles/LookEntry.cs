namespace Unpause.Cycles;

/// <summary>What the observed process itself tells of a look.</summary>
/// <param name="Number">The look's number.</param>
/// <param name="Generation">The oldest generation that was looked at.</param>
/// <param name="Kind">When, and at what.</param>
/// <param name="When">When it was begun, on the system's monotonic clock.</param>
/// <param name="StopNanoseconds">How long the process stood still for it.</param>
/// <param name="ChildId">The process that looked, as the observed one numbers it.</param>
/// <param name="Collected">Objects that the collection then freed; null where none followed.</param>
/// <param name="CollectedSoFar">Objects that this generation's collections had freed by then, this one included.</param>
public sealed record LookEntry(
    int Number, int Generation, LookKind Kind, long When, long StopNanoseconds, int ChildId, long? Collected, long? CollectedSoFar);
