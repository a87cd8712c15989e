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
        if (_used + payload.Length > _payloads.Length) Array.Resize(ref _payloads, Math.Max(_used + payload.Length, _payloads.Length * 2));
        payload.CopyTo(_payloads.AsSpan(_used));
        if (_events.Count > 0 && header.Timestamp < _events[^1].Timestamp) _inOrder = false;
        _events.Add(new PendingEvent(header.Timestamp, _events.Count, definition, header.Thread, stack, _used, payload.Length));
        _used += payload.Length;
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
}
