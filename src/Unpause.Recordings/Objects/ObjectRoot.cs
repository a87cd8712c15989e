namespace Unpause.Recordings.Objects;

/// <summary>What keeps a chain of objects alive, in the runtime's words.</summary>
/// <param name="System">The part of the runtime it belongs to: <c>Threads</c>, <c>Class Loader Data</c>, <c>JNI Handles</c>.</param>
/// <param name="Type">Its kind: <c>Stack Variable</c>, <c>Global JNI Handle</c>; null when not recorded.</param>
/// <param name="Description">More about it, such as the thread; null when not recorded.</param>
internal sealed record ObjectRoot(string System, string? Type, string? Description);
