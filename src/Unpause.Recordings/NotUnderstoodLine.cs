namespace Unpause.Recordings;

/// <summary>A line that a reader did not know.</summary>
/// <param name="Number">1-based line number in the input.</param>
/// <param name="Text">The line's beginning. Hostile: escape before showing.</param>
public sealed record NotUnderstoodLine(long Number, string Text);
