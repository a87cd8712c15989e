namespace Unpause.Recordings.PythonHeaps;

/// <summary>A part of the path to an object.</summary>
/// <param name="Text">The text.</param>
/// <param name="Kind">The same without an index or a key.</param>
internal readonly record struct WayPart(string Text, string Kind)
{
    /// <summary>A part without index or key.</summary>
    public WayPart(string text)
        : this(text, text)
    {
    }

    private const string AnyElement = "[…]";

    /// <summary>Whether it is an element of a container.</summary>
    public bool IsElement => Kind == AnyElement;

    /// <summary>An element of a container.</summary>
    public static WayPart Element(string text) => new(text, AnyElement);
}
