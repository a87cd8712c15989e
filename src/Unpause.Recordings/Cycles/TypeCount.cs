namespace Unpause.Cycles;

/// <summary>How many objects of a type an example of a cycle has.</summary>
/// <param name="Type">The type, with its module.</param>
/// <param name="Count">How many.</param>
public sealed record TypeCount(string Type, long Count);
