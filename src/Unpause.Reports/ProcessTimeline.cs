using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>One process's columns: pauses, collections, phases, waits and counters, as its recording holds them.</summary>
/// <param name="Recording">The columns; a recording is immutable, so nothing is copied.</param>
internal sealed record ProcessTimeline(Recording Recording);
