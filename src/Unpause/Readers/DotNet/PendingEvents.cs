using System.Runtime.InteropServices;

namespace Unpause.Readers.DotNet;

/// <summary>
/// Events that wait until all earlier ones of other threads have been read: in the file events are in order for each
/// thread only.
/// </summary>
internal sealed class PendingEvents
{
    private readonly List<PendingEvent> _events = [];
    private byte[] _payloads = new byte[64 * 1024];
    private int _used;
    private bool _inOrder = true;

    /// <summary>Takes an event and the array that its payload stands in.</summary>
    public delegate void Receiver(in PendingEvent pending, byte[] payloads);

    /// <summary>Bytes of payloads held.</summary>
    public int Bytes => _used;

    /// <summary>Adds an event with a copy of its payload.</summary>
    public void Add(EventDefinition definition, in BlobHeader header, ReadOnlySpan<byte> payload, int stack)
    {
        payload.CopyTo(Room(payload.Length));
        Enqueue(definition, header, payload.Length, stack);
    }

    /// <summary>Adds an event whose payload follows its activity ids (<see cref="EventUse.WithActivity"/>).</summary>
    public void AddWithActivity(EventDefinition definition, in BlobHeader header, ReadOnlySpan<byte> payload)
    {
        var room = Room(ActivityIds.Bytes + payload.Length);
        ActivityIds.Write(room, header.Activity, header.RelatedActivity);
        payload.CopyTo(room[ActivityIds.Bytes..]);
        Enqueue(definition, header, room.Length, StackTable.None);
    }

    /// <summary>Gives every event up to a time, in order of time, and forgets it.</summary>
    public void Flush(long upTo, Receiver give)
    {
        if (!_inOrder) _events.Sort(static (a, b) => a.Timestamp != b.Timestamp ? a.Timestamp.CompareTo(b.Timestamp) : a.Order.CompareTo(b.Order));
        _inOrder = true;
        var given = 0;
        foreach (ref readonly var pending in CollectionsMarshal.AsSpan(_events))
        {
            if (pending.Timestamp > upTo) break;
            give(pending, _payloads);
            given++;
        }

        if (given < _events.Count)
        {
            _events.RemoveRange(0, given);
            return;
        }

        _events.Clear();
        _used = 0;
    }

    private Span<byte> Room(int bytes)
    {
        if (_used + bytes > _payloads.Length) Array.Resize(ref _payloads, Math.Max(_used + bytes, _payloads.Length * 2));
        return _payloads.AsSpan(_used, bytes);
    }

    private void Enqueue(EventDefinition definition, in BlobHeader header, int bytes, int stack)
    {
        if (_events.Count > 0 && header.Timestamp < _events[^1].Timestamp) _inOrder = false;
        _events.Add(new PendingEvent(header.Timestamp, _events.Count, definition, header.Thread, stack, _used, bytes));
        _used += bytes;
    }
}
