namespace Unpause.Recordings;

/// <summary>
/// A part of a runtime's heap whose sizes collections report (<see cref="CollectionFacts"/>). Each runtime has
/// its own (<see cref="RuntimeTraits.Spaces"/>).
/// </summary>
/// <param name="Index">Its index among the runtime's spaces, from 0 on.</param>
/// <param name="Name">Its name in the contract: <c>large</c>.</param>
/// <param name="Label">How it is called in tables: <c>large objects</c>.</param>
/// <param name="Generation">The youngest generation whose collections collect it; a background
/// collection collects only the spaces of its own.</param>
internal sealed record HeapSpace(int Index, string Name, string Label, string Generation);
