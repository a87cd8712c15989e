namespace Unpause.Recorder.Live;

/// <summary>A contiguous part of a file.</summary>
/// <param name="Start">First byte.</param>
/// <param name="End">Byte after the last; null for the end of the file.</param>
internal sealed record FilePart(string Path, long Start, long? End);
