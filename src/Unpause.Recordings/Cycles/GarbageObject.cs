namespace Unpause.Cycles;

/// <summary>One object that only the collector can free.</summary>
/// <param name="Type">The number of its type.</param>
/// <param name="Bytes">Its own size.</param>
/// <param name="HeldBytes">The size of what has no references of its own (strings, numbers) and is freed with it.</param>
/// <param name="Detail">What it is beside being of its type: the code of a function or a frame, the name of a class; empty else.</param>
/// <param name="FreeVariables">A function's free variables, in the order of its closure, with blanks between; empty else.</param>
/// <param name="Origin">Where tracemalloc saw it made, the innermost frame first; empty when it wasn't on.</param>
internal readonly record struct GarbageObject(
    int Type, long Bytes, long HeldBytes, string Detail, string FreeVariables, string Origin)
{
    /// <summary>A function's free variable.</summary>
    /// <param name="cell">The index of its cell in the closure; returned where no variable is known for it.</param>
    public string VariableOf(string cell)
    {
        var names = FreeVariables.Split(' ');
        return int.TryParse(cell, out var index) && index >= 0 && index < names.Length ? names[index] : cell;
    }
}
