namespace Unpause.Recorder.Live;

/// <summary>A stretch of a file.</summary>
/// <param name="Path">The file.</param>
/// <param name="Start">The first byte.</param>
/// <param name="End">The byte after the last; null for the file's end.</param>
internal sealed record FilePart(string Path, long Start, long? End);
