namespace Unpause.Recordings.Objects;

/// <summary>A reference from one object to another.</summary>
/// <param name="Holder">The class of the object that refers; of a static field the class that declares it.</param>
/// <param name="Field">The field; null when the holder is an array.</param>
/// <param name="Static">Whether the field is static.</param>
/// <param name="Library">Whether the holder's class is the runtime's own (collections, arrays,
/// references), so that it says little by itself.</param>
/// <param name="Address">Where the holder stood when it was seen: the same for the same object within one
/// look at the heap, and for nothing else.</param>
internal sealed record ObjectReference(string Holder, string? Field, bool Static, bool Library, long Address);
