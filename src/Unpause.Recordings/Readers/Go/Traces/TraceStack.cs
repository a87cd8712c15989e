namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>What is taken of a stack.</summary>
/// <param name="Marks">What its frames show.</param>
/// <param name="Entry">The program's function that answers or finalizes, as an index into the names; -1 where none is in it.</param>
internal readonly record struct TraceStack(StackMarks Marks, int Entry)
{
    /// <summary>No stack was written.</summary>
    public static TraceStack None { get; } = new(StackMarks.None, -1);

    /// <summary>One was written, and isn't in the trace.</summary>
    public static TraceStack Lost { get; } = new(StackMarks.Lost, -1);
}
