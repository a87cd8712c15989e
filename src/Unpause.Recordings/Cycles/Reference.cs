namespace Unpause.Cycles;

/// <summary>One object refers to another.</summary>
/// <param name="From">The number of the first.</param>
/// <param name="To">The number of the other.</param>
/// <param name="Kind">By what.</param>
/// <param name="Name">The attribute's, the key's or the variable's name, or the index.</param>
internal readonly record struct Reference(int From, int To, ReferredBy Kind, string Name);
