namespace Unpause.Recordings.Garbage;

/// <summary>Reference cycles of one kind among what only the collector could free.</summary>
/// <param name="Title">What it is called: the program's own types in it.</param>
/// <param name="Path">
/// The shortest cycle with the names of its references; null when none was found. Hostile: escape before showing.
/// </param>
/// <param name="SharePercent">Their share of all that only the collector could free, in percent of objects.</param>
/// <param name="Count">How many such cycles there were: estimated from the snapshots.</param>
/// <param name="Objects">Objects in such cycles or reachable only from them: estimated from the snapshots.</param>
/// <param name="Bytes">The same in bytes.</param>
/// <param name="Origin">Where most of them were made; null when that isn't known.</param>
/// <param name="Pattern">The kind of cycle; <see cref="Exception"/> is one.</param>
/// <param name="Cure">What usually breaks such a cycle.</param>
internal sealed record GarbageCycle(
    string Title,
    string? Path,
    double SharePercent,
    double Count,
    double Objects,
    double Bytes,
    string? Origin,
    string Pattern,
    string Cure)
{
    /// <summary>The kind in which an exception's traceback keeps the frame that keeps the exception.</summary>
    public const string Exception = "exception";
}
