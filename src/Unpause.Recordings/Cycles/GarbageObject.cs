namespace Unpause.Recordings.Cycles;

/// <summary>One object that only the collector can free.</summary>
/// <param name="Type">The number of its type.</param>
/// <param name="Bytes">Its own size.</param>
/// <param name="HeldBytes">The size of objects without references of their own (strings, numbers) that are freed with it.</param>
/// <param name="Detail">The code of a function or a frame, the name of a class; otherwise empty.</param>
/// <param name="FreeVariables">A function's free variables, in the order of its closure, separated by blanks; otherwise empty.</param>
/// <param name="Origin">Its allocation site by tracemalloc, the innermost frame first; empty when tracemalloc was off.</param>
internal readonly record struct GarbageObject(
    int Type, long Bytes, long HeldBytes, string Detail, string FreeVariables, string Origin)
{
    /// <summary>A function's free variable.</summary>
    /// <param name="cell">The index of its cell in the closure; returned if the variable is unknown.</param>
    public string VariableOf(string cell)
    {
        var names = FreeVariables.Split(' ');
        return int.TryParse(cell, out var index) && index >= 0 && index < names.Length ? names[index] : cell;
    }
}
