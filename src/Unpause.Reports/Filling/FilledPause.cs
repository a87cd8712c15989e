namespace Unpause.Filling;

/// <summary>A pause's part that lies in a hole: the span to add.</summary>
/// <param name="Parent">Index of the span with the hole.</param>
/// <param name="StartUnixNanoseconds">Wall time of the part's start.</param>
/// <param name="DurationNanoseconds">The part's length.</param>
/// <param name="Pause">Index of the pause in its recording.</param>
/// <param name="Id">The added span's id, the same whenever the same pause is put in the same hole.</param>
internal readonly record struct FilledPause(int Parent, long StartUnixNanoseconds, long DurationNanoseconds, int Pause, ulong Id);
