namespace Unpause.Recordings.Objects;

/// <summary>An object that was sampled when it was allocated and still lived when the sample was written.</summary>
/// <param name="Type">Its class. Hostile, as all names here: escape before showing.</param>
/// <param name="Bytes">Its size; null when not recorded.</param>
/// <param name="SeenNanoseconds">When it was seen, since the recording's zero.</param>
/// <param name="AgeNanoseconds">How long it had lived then.</param>
/// <param name="Retainers">
/// What retains it: the reference to it first, then the reference to its retainer, and so on to the root; empty when
/// not recorded, or when it was no longer reachable.
/// </param>
/// <param name="Root">The GC root of the last retainer; null when not recorded.</param>
/// <param name="Stack">The methods that allocated it, the innermost first; empty when not recorded.</param>
public sealed record OldObject(
    string Type,
    long? Bytes,
    long SeenNanoseconds,
    long AgeNanoseconds,
    IReadOnlyList<ObjectReference> Retainers,
    ObjectRoot? Root,
    IReadOnlyList<string> Stack);

/// <summary>What keeps a chain of objects alive, in the runtime's words.</summary>
/// <param name="System">The part of the runtime it belongs to: <c>Threads</c>, <c>Class Loader Data</c>, <c>JNI Handles</c>.</param>
/// <param name="Type">Its kind: <c>Stack Variable</c>, <c>Global JNI Handle</c>; null when not recorded.</param>
/// <param name="Description">More about it, such as the thread; null when not recorded.</param>
public sealed record ObjectRoot(string System, string? Type, string? Description);

/// <summary>A reference from one object to another.</summary>
/// <param name="Retainer">The class of the retainer, the object that refers; for a static field the class that declares it.</param>
/// <param name="Field">The field; null when the retainer is an array.</param>
/// <param name="Static">Whether the field is static.</param>
/// <param name="Library">Whether the retainer's class is the runtime's own (collections, arrays,
/// references), which is little information by itself.</param>
/// <param name="Address">The retainer's address when it was recorded: equal for the same object within one
/// heap snapshot, and of no other use.</param>
public sealed record ObjectReference(string Retainer, string? Field, bool Static, bool Library, long Address);
