namespace Unpause.Recorder.Probes;

/// <summary>A Go program's file with probes in it.</summary>
/// <param name="Version">The Go version it was built with; null when it doesn't tell.</param>
/// <param name="TellsReasons">Whether it says what it stops for (<see cref="GoStopPlaces"/>).</param>
/// <param name="ProbedAt">When all probes were in place, CLOCK_MONOTONIC.</param>
internal sealed record ProbedProgram(string? Version, bool TellsReasons, long ProbedAt);
