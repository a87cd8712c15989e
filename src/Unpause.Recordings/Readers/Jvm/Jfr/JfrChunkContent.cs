using System.Runtime.InteropServices;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>Makes a chunk's values readable: finds its description of types, then all its constants.</summary>
internal static class JfrChunkContent
{
    private const long MetadataType = 0;
    private const long ConstantsType = 1;

    /// <summary>Reads a chunk's types and constants.</summary>
    /// <param name="buffer">A buffer that begins with it.</param>
    /// <param name="length">Its bytes.</param>
    /// <param name="wrong">What is wrong with it, as a phrase; null when nothing is.</param>
    /// <returns>Null when it has no description of its types, so that nothing in it can be read.</returns>
    public static JfrChunk? Read(in JfrHeader header, byte[] buffer, int length, out string? wrong)
    {
        var bytes = buffer.AsSpan(0, length);
        wrong = null;
        if ((At(bytes, header.MetadataAt) ?? Latest(bytes)) is not { } metadata)
        {
            wrong = header.InProgress
                ? "the JVM had not written the metadata of a chunk yet"
                : "the metadata of a chunk is missing or damaged";
            return null;
        }

        var constants = new JfrConstants();
        var events = new JfrEvents(bytes);
        while (events.MoveNext())
        {
            if (events.Type == ConstantsType && !constants.Add(bytes[..events.End], events.Fields, metadata))
            {
                wrong = "some constant pools of a chunk are damaged";
            }
        }

        // The bytes behind the last flush may end in the middle of an event.
        if (events.Damaged && !header.InProgress) wrong ??= "the events of a chunk are damaged or truncated";
        return new JfrChunk(header, buffer, length, metadata, constants);
    }

    private static JfrMetadata? At(ReadOnlySpan<byte> bytes, long at)
    {
        var events = new JfrEvents(bytes);
        return events.MoveTo(at) && events.Type == MetadataType ? JfrMetadata.Read(bytes[..events.End], events.Fields) : null;
    }

    /// <summary>The last metadata in a chunk whose header has no offset for it, or a wrong one.</summary>
    private static JfrMetadata? Latest(ReadOnlySpan<byte> bytes)
    {
        JfrMetadata? latest = null;
        var events = new JfrEvents(bytes);
        while (events.MoveNext())
        {
            if (events.Type == MetadataType) latest = JfrMetadata.Read(bytes[..events.End], events.Fields) ?? latest;
        }

        return latest;
    }
}

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

/// <summary>
/// A chunk's constants: values that events and other constants name by class and key. They are in checkpoint events
/// (type 1), which the header chains by distances; walking the chunk meets them all, also in one without a finished
/// header. Only their places are kept.
/// </summary>
internal sealed class JfrConstants
{
    private readonly Dictionary<long, Dictionary<long, int>> _places = [];
    private int _count;

    /// <summary>The offset of a constant's value; negative when there is none.</summary>
    public int Find(long type, long key) => _places.TryGetValue(type, out var pool) && pool.TryGetValue(key, out var at) ? at : -1;

    /// <summary>Takes in a checkpoint; false when it is damaged or there are more constants than are kept.</summary>
    /// <param name="bytes">The chunk, up to the event's end.</param>
    /// <param name="at">Where the event's fields begin, behind its size and type.</param>
    public bool Add(ReadOnlySpan<byte> bytes, int at, JfrMetadata metadata)
    {
        var cursor = new JfrCursor(bytes, at);
        cursor.SkipNumbers(3); // start, duration, distance of the checkpoint before it
        cursor.Byte(); // flush, header, statics or thread
        for (var pools = cursor.Number(); pools > 0 && !cursor.Failed; pools--)
        {
            var id = cursor.Number();
            var count = cursor.Number();
            if (count < 0 || count > cursor.Remaining || !metadata.Classes.TryGetValue(id, out var type)) return false;
            ref var pool = ref CollectionsMarshal.GetValueRefOrAddDefault(_places, id, out _);
            pool ??= [];
            for (; count > 0 && !cursor.Failed; count--)
            {
                var key = cursor.Number();
                if (_count++ >= Limits.JfrConstants) return false;
                pool[key] = cursor.Position;
                type.Skip(ref cursor);
            }
        }

        return !cursor.Failed;
    }
}
