using System.Runtime.InteropServices;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

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
    /// <param name="metadata">The classes.</param>
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
