namespace Unpause.Recordings.Windows;

/// <summary>Which part of a longer recording this one is.</summary>
/// <param name="FromNanoseconds">Where it begins in the longer recording, since that one's zero.</param>
/// <param name="OfNanoseconds">The length of the longer recording.</param>
public sealed record RecordingPart(long FromNanoseconds, long OfNanoseconds);
