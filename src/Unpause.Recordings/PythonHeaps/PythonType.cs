namespace Unpause.Recordings.PythonHeaps;

/// <summary>The objects of a type in a CPython heap.</summary>
/// <param name="Name">The type, with its module. Untrusted: escape before showing.</param>
/// <param name="Live">Live objects that the collector tracks.</param>
/// <param name="LiveBytes">Their own size.</param>
/// <param name="Garbage">Unreachable objects that only the collector can free.</param>
/// <param name="GarbageBytes">Their own size.</param>
/// <param name="Parts">
/// Untracked objects (strings, numbers, tuples of them), estimated from references to them; live and unreachable ones are not
/// distinguished.
/// </param>
/// <param name="PartBytes">Their own size.</param>
internal readonly record struct PythonType(
    string Name, long Live, long LiveBytes, long Garbage, long GarbageBytes, long Parts, long PartBytes);
