namespace Unpause.Recordings.Objects;

/// <summary>A reference from one object to another.</summary>
/// <param name="Holder">The class of the retainer, the object that refers; for a static field the class that declares it.</param>
/// <param name="Field">The field; null when the retainer is an array.</param>
/// <param name="Static">Whether the field is static.</param>
/// <param name="Library">Whether the retainer's class is the runtime's own (collections, arrays,
/// references), which is little information by itself.</param>
/// <param name="Address">The retainer's address when it was recorded: equal for the same object within one
/// heap snapshot, and of no other use.</param>
internal sealed record ObjectReference(string Holder, string? Field, bool Static, bool Library, long Address);
