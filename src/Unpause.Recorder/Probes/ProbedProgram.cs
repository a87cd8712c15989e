namespace Unpause.Recorder.Probes;

/// <summary>A Go program's file with probes in it.</summary>
/// <param name="Version">The Go version that built it; null when unknown.</param>
/// <param name="HasReasons">Whether it passes the reason of a stop (<see cref="GoStopPlaces"/>).</param>
/// <param name="ProbedAt">When all probes were in place, CLOCK_MONOTONIC.</param>
internal sealed record ProbedProgram(string? Version, bool HasReasons, long ProbedAt);
