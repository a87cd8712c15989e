namespace Unpause.Recorder.Stderr;

/// <summary>Takes one gc line, with its line end, that began to arrive at <paramref name="unixNanoseconds"/>.</summary>
internal delegate void GcLineHandler(long unixNanoseconds, ReadOnlySpan<byte> line);
