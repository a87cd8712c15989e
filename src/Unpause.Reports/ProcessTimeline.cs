namespace Unpause.Reports;

/// <summary>One process's columns: pauses, collections, phases, waits and counters, as in its recording.</summary>
/// <param name="Recording">The columns. A recording is immutable, so nothing is copied.</param>
internal sealed record ProcessTimeline(Recording Recording);
