namespace Unpause.PythonHeaps;

/// <summary>The objects of a type in a CPython program's heap.</summary>
/// <param name="Name">The type, with its module. Hostile: escape before showing.</param>
/// <param name="Live">Objects that the collector knows and something holds.</param>
/// <param name="LiveBytes">Their own size.</param>
/// <param name="Garbage">Objects that nothing holds and only the collector can free.</param>
/// <param name="GarbageBytes">Their own size.</param>
/// <param name="Parts">
/// Objects that the collector doesn't know (strings, numbers, tuples of such), as many as the references of the others to them make up;
/// live or not is not told apart.
/// </param>
/// <param name="PartBytes">Their own size.</param>
internal readonly record struct PythonType(
    string Name, long Live, long LiveBytes, long Garbage, long GarbageBytes, long Parts, long PartBytes);
