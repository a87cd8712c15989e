namespace Unpause.Recordings.PythonHeaps;

/// <summary>A shortest path from a module, a local variable or something outside the heap to an object.</summary>
/// <param name="Type">The object's type, with its module.</param>
/// <param name="References">Number of objects that it refers to itself; 0 if unknown.</param>
/// <param name="Parts">The path from the root, without the object.</param>
public sealed record RetentionPath(string Type, long References, IReadOnlyList<WayPart> Parts)
{
    /// <summary>The path as text: <c>app.CACHE['films'] → Entry.rows[3]</c>.</summary>
    public string Text => string.Concat(Parts.Select(part => part.Text));

    /// <summary>The path without indexes and keys, equal for paths of one kind: <c>app.CACHE[…] → Entry.rows[…]</c>.</summary>
    public string Kind => string.Concat(Parts.Select(part => part.Kind));
}
