namespace Unpause.Recordings;

/// <summary>Something about the input that the reader of a report must know.</summary>
/// <param name="Text">One sentence: what, where, how often.</param>
/// <param name="Unreadable">Whether a part of the input could not be read because of it.</param>
public sealed record Note(string Text, bool Unreadable);
