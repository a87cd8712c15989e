namespace Unpause.Recorder.Stderr;

/// <summary>Receives one gctrace line, with its line end, whose first bytes arrived at <paramref name="unixNanoseconds"/>.</summary>
internal delegate void GcLineHandler(long unixNanoseconds, ReadOnlySpan<byte> line);
