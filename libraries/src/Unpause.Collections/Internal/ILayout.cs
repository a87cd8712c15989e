namespace Unpause.Collections;

/// <summary>Reaches a table's parts, for loops that keep them in locals: the JIT compiles such a loop once for each layout.</summary>
internal interface ILayout<TEntry>
{
    ref int Bucket(uint place);

    ref TEntry Entry(int index);
}
