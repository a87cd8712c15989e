namespace Unpause.Recordings.Cycles;

/// <summary>The objects of one type in an example of a cycle.</summary>
/// <param name="Type">The type, with its module.</param>
/// <param name="Count">Number of objects.</param>
public sealed record TypeCount(string Type, long Count);
