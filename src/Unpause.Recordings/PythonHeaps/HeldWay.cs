namespace Unpause.PythonHeaps;

/// <summary>A shortest way from a module, a local variable or something outside of the heap to an object.</summary>
/// <param name="Type">The object's type, with its module.</param>
/// <param name="References">How many objects it refers to itself; 0 where that is not told.</param>
/// <param name="Parts">The way, from the root on, without the object.</param>
internal sealed record HeldWay(string Type, long References, IReadOnlyList<WayPart> Parts)
{
    /// <summary>The way for people: <c>app.CACHE['films'] → Entry.rows[3]</c>.</summary>
    public string Text => string.Concat(Parts.Select(part => part.Text));

    /// <summary>The way without indexes and keys, which tells ways of one kind: <c>app.CACHE[…] → Entry.rows[…]</c>.</summary>
    public string Kind => string.Concat(Parts.Select(part => part.Kind));
}
