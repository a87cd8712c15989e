namespace Unpause.Requests.Json;

/// <summary>
/// The part of a JSON document that a reader wants: a tree of property names. Everything else is skipped. An
/// array has its elements' shape, at any depth of arrays, so a list and a list of lists are read alike.
/// </summary>
/// <param name="field">The reader's own number for values of this shape.</param>
internal sealed class JsonShape(int field)
{
    private byte[][] _names = [];
    private JsonShape[] _shapes = [];

    /// <summary>The reader's own number for values of this shape.</summary>
    public int Field { get; } = field;

    /// <summary>The shape of properties with any other name; the sink gets their names.</summary>
    public JsonShape? Any { get; set; }

    /// <summary>Adds a property and gives this shape again.</summary>
    public JsonShape With(ReadOnlySpan<byte> name, JsonShape shape)
    {
        _names = [.. _names, name.ToArray()];
        _shapes = [.. _shapes, shape];
        return this;
    }

    /// <summary>Adds a property that is a plain value, or one whose shape doesn't matter.</summary>
    public JsonShape With(ReadOnlySpan<byte> name, int valueField) => With(name, new JsonShape(valueField));

    /// <summary>The shape of a property; null when it is not wanted.</summary>
    public JsonShape? Find(ReadOnlySpan<byte> name)
    {
        var names = _names;
        for (var i = 0; i < names.Length; i++)
        {
            if (name.SequenceEqual(names[i])) return _shapes[i];
        }

        return Any;
    }
}
