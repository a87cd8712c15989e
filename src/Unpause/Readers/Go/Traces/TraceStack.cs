namespace Unpause.Readers.Go.Traces;

/// <summary>What is taken of a stack.</summary>
/// <param name="Marks">Whose frames stand in it.</param>
/// <param name="Handler">The program's function that answers, as an index into the names; -1 where none is in it.</param>
internal readonly record struct TraceStack(StackMarks Marks, int Handler)
{
    /// <summary>No stack, or one without names.</summary>
    public static TraceStack None { get; } = new(StackMarks.None, -1);
}
