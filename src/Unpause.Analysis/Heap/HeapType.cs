namespace Unpause.Analysis.Heap;

/// <summary>The objects of one type.</summary>
/// <param name="Name">The type. Hostile: escape before showing.</param>
/// <param name="Objects">How many.</param>
/// <param name="Bytes">Their own size.</param>
internal readonly record struct HeapType(string Name, long Objects, long Bytes);
