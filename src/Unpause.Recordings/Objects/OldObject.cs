namespace Unpause.Recordings.Objects;

/// <summary>An object that was sampled when it was allocated and still lived when the sample was written.</summary>
/// <param name="Type">Its class. Hostile, as all names here: escape before showing.</param>
/// <param name="Bytes">Its size; null when not recorded.</param>
/// <param name="SeenNanoseconds">When it was seen, since the recording's zero.</param>
/// <param name="AgeNanoseconds">How long it had lived then.</param>
/// <param name="Holders">
/// What retains it: the reference to it first, then the reference to its retainer, and so on to the root; empty when
/// not recorded, or when it was no longer reachable.
/// </param>
/// <param name="Root">The GC root of the last retainer; null when not recorded.</param>
/// <param name="Stack">The methods that allocated it, the innermost first; empty when not recorded.</param>
internal sealed record OldObject(
    string Type,
    long? Bytes,
    long SeenNanoseconds,
    long AgeNanoseconds,
    IReadOnlyList<ObjectReference> Holders,
    ObjectRoot? Root,
    IReadOnlyList<string> Stack);
