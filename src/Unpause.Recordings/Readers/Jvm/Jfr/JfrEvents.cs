namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>Walks over a chunk's events: each has its size and the number of its type in front.</summary>
internal ref struct JfrEvents(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private int _next = JfrHeader.Bytes;

    /// <summary>The number of the current event's type: 0 describes the types, 1 has constants.</summary>
    public long Type { get; private set; }

    /// <summary>Where its fields begin.</summary>
    public int Fields { get; private set; }

    /// <summary>Where it ends, and the next begins.</summary>
    public readonly int End => _next;

    /// <summary>Whether the bytes after the last event are none.</summary>
    public bool Damaged { get; private set; }

    /// <summary>Goes to the next event; false at the end and at damage.</summary>
    public bool MoveNext() => _next < _bytes.Length && MoveTo(_next);

    /// <summary>Goes to the event at a place; false at damage.</summary>
    public bool MoveTo(long at)
    {
        Damaged = true;
        if (at < JfrHeader.Bytes || at >= _bytes.Length) return false;
        var cursor = new JfrCursor(_bytes, (int)at);
        var size = cursor.Number();
        Type = cursor.Number();
        if (cursor.Failed || size > _bytes.Length - at || size < cursor.Position - at) return false;
        Fields = cursor.Position;
        _next = (int)(at + size);
        Damaged = false;
        return true;
    }
}
