namespace Unpause.Recordings;

/// <summary>A place in the program's code from which collections were asked for.</summary>
/// <param name="Count">Collections.</param>
/// <param name="Stack">Methods, the asking one first; empty when the recording has no stacks or no
/// names. Hostile: escape before showing.</param>
internal sealed record InducedCall(long Count, IReadOnlyList<string> Stack);
