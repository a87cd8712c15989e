namespace Unpause.Analysis.Events;

/// <summary>A part of a stop. The parts of one stop don't overlap; together they are as long as the stop.</summary>
/// <param name="Kind">What was done.</param>
/// <param name="Phase">The runtime's own name of the phase with the most time in it; null where it has none.</param>
/// <param name="Nanoseconds">Time of the stop that it took; of parallel work the average over the GC threads.</param>
public sealed record PausePart(PausePartKind Kind, string? Phase, long Nanoseconds);
