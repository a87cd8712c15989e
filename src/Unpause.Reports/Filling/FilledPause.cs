namespace Unpause.Reports.Filling;

/// <summary>The part of a pause inside a hole: the span to insert.</summary>
/// <param name="Parent">The index of the span with the hole.</param>
/// <param name="StartUnixNanoseconds">The wall time of the start.</param>
/// <param name="DurationNanoseconds">The duration.</param>
/// <param name="Pause">The index of the pause in its recording.</param>
/// <param name="Id">The ID of the inserted span: always the same for the same pause and hole.</param>
internal readonly record struct FilledPause(int Parent, long StartUnixNanoseconds, long DurationNanoseconds, int Pause, ulong Id);
