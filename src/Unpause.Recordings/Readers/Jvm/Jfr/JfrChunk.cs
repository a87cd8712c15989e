namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>A chunk in memory: its header, bytes, classes and constants.</summary>
/// <param name="buffer">A buffer that begins with it.</param>
/// <param name="length">Bytes of the buffer that belong to it.</param>
internal sealed class JfrChunk(JfrHeader header, byte[] buffer, int length, JfrMetadata metadata, JfrConstants constants)
{
    private readonly JfrClass _strings = metadata.Classes.Values.FirstOrDefault(type => type.Encoding == JfrEncoding.Text)
        ?? JfrClass.Unknown;

    public JfrHeader Header { get; } = header;

    public JfrMetadata Metadata { get; } = metadata;

    public ReadOnlySpan<byte> Bytes => buffer.AsSpan(0, length);

    /// <summary>The offset of a constant; negative when there is none.</summary>
    public int Find(JfrClass type, long key) => constants.Find(type.Id, key);

    /// <summary>The value of a field; its cursor is past it afterwards, unless it is a struct.</summary>
    public JfrValue Value(JfrField field, ref JfrCursor cursor)
    {
        if (!field.IsConstant || field.IsArray) return JfrValue.Create(this, field.Type, cursor.Position, field);
        return JfrValue.Constant(this, field.Type, cursor.Number());
    }

    /// <summary>A string at a place; one in the pool of strings is looked up.</summary>
    public string? Text(int at)
    {
        var cursor = new JfrCursor(Bytes, at);
        var text = JfrText.Read(ref cursor, out var pooled);
        if (pooled is not { } key || constants.Find(_strings.Id, key) is not (>= 0 and var place)) return text;
        cursor = new JfrCursor(Bytes, place);
        return JfrText.Read(ref cursor, out _);
    }

    /// <summary>Where an array's elements begin.</summary>
    public int ArrayStart(int at, out long count)
    {
        var cursor = new JfrCursor(Bytes, at);
        count = cursor.Number();
        return cursor.Failed ? -1 : cursor.Position;
    }

    /// <summary>The element at a place, which is moved to the next one; to −1 at damage.</summary>
    public JfrValue Element(JfrField array, ref int at)
    {
        var cursor = new JfrCursor(Bytes, at);
        JfrValue element;
        if (array.IsConstant)
        {
            element = JfrValue.Constant(this, array.Type, cursor.Number());
        }
        else
        {
            element = JfrValue.Create(this, array.Type, at);
            array.Type.Skip(ref cursor);
        }

        at = cursor.Failed ? -1 : cursor.Position;
        return element;
    }
}
