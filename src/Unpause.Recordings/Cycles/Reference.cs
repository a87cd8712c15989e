namespace Unpause.Recordings.Cycles;

/// <summary>A reference from one object to another.</summary>
/// <param name="From">Index of the first.</param>
/// <param name="To">Index of the other.</param>
/// <param name="Name">The attribute's, the key's or the variable's name, or the index.</param>
internal readonly record struct Reference(int From, int To, ReferredBy Kind, string Name);
