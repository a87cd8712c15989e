using System.Text.Json;

namespace Unpause.Requests.Json;

/// <summary>Takes what a <see cref="JsonWalker"/> finds of a <see cref="JsonShape"/>.</summary>
internal interface IJsonSink
{
    /// <summary>An object begins.</summary>
    /// <param name="field">Its shape's number.</param>
    /// <param name="offset">Its first byte in the input.</param>
    /// <param name="element">Whether it is an element of an array.</param>
    void Begin(int field, long offset, bool element);

    /// <summary>An object ends.</summary>
    /// <param name="field">Its shape's number.</param>
    /// <param name="endOffset">The byte after its last in the input.</param>
    void End(int field, long endOffset);

    /// <summary>A property that only <see cref="JsonShape.Any"/> matches.</summary>
    /// <param name="field">The number of the shape that it has.</param>
    /// <param name="name">Its name.</param>
    void Key(int field, ReadOnlySpan<byte> name);

    /// <summary>A string, number, true, false or null.</summary>
    void Value(int field, in Utf8JsonReader value);

    /// <summary>The document broke off: no more ends of what began will come.</summary>
    void Abandon();
}
