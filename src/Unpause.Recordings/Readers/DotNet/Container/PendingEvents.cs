using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>
/// Events that wait until all earlier ones of other threads have been read. In the file those of one thread are
/// together and in order, so the waiting events are a few ordered runs, which are merged.
/// </summary>
internal sealed class PendingEvents
{
    private const int MostMergedRuns = 64;

    private readonly List<PendingEvent> _events = [];
    private readonly List<(int At, int End)> _runs = [];
    private byte[] _payloads = new byte[64 * 1024];
    private int _used;
    private long _last = long.MaxValue;

    /// <summary>Takes an event and the array that contains its payload.</summary>
    public delegate void Receiver(in PendingEvent pending, byte[] payloads);

    /// <summary>Bytes of buffered payloads.</summary>
    public int Bytes => _used;

    /// <summary>Adds an event with a copy of its payload.</summary>
    public void Add(EventDefinition definition, long timestamp, (int Process, long Thread) writer, ReadOnlySpan<byte> payload, int stack)
    {
        payload.CopyTo(Room(payload.Length));
        Enqueue(definition, timestamp, writer, payload.Length, stack);
    }

    /// <summary>Adds an event whose payload follows its activity ids (<see cref="EventUse.WithActivity"/>).</summary>
    public void AddWithActivity(
        EventDefinition definition,
        long timestamp,
        (int Process, long Thread) writer,
        (UInt128 Activity, UInt128 Related) activities,
        ReadOnlySpan<byte> payload)
    {
        var room = Room(ActivityIds.Bytes + payload.Length);
        ActivityIds.Write(room, activities.Activity, activities.Related);
        payload.CopyTo(room[ActivityIds.Bytes..]);
        Enqueue(definition, timestamp, writer, room.Length, StackTable.None);
    }

    /// <summary>Gives every event up to a time, in order of time, and forgets it. Events of the same time keep the file's order.</summary>
    public void Flush(long upTo, Receiver give)
    {
        if (_runs.Count > MostMergedRuns) Sort();
        var events = CollectionsMarshal.AsSpan(_events);
        var runs = CollectionsMarshal.AsSpan(_runs);
        while (true)
        {
            var (first, before) = Earliest(events, runs, upTo);
            if (first < 0) break;
            var (at, end) = runs[first];
            do give(events[at++], _payloads);
            while (at < end && IsBefore(events[at], before));
            runs[first].At = at;
        }

        Forget(runs);
    }

    /// <summary>The run whose next event is the earliest, and up to which event it stays so; −1 when no event is early enough.</summary>
    private static (int Run, (long Timestamp, int Order) Before) Earliest(
        ReadOnlySpan<PendingEvent> events, ReadOnlySpan<(int At, int End)> runs, long upTo)
    {
        var earliest = -1;
        (long Timestamp, int Order) least = (upTo, int.MaxValue);
        var before = least;
        for (var i = 0; i < runs.Length; i++)
        {
            if (runs[i].At == runs[i].End) continue;
            ref readonly var next = ref events[runs[i].At];
            if (IsBefore(next, least))
            {
                before = least;
                least = (next.Timestamp, next.Order);
                earliest = i;
            }
            else if (IsBefore(next, before))
            {
                before = (next.Timestamp, next.Order);
            }
        }

        return (earliest, before);
    }

    private static bool IsBefore(in PendingEvent pending, (long Timestamp, int Order) other) =>
        pending.Timestamp < other.Timestamp || (pending.Timestamp == other.Timestamp && pending.Order <= other.Order);

    private void Sort()
    {
        _events.Sort(static (a, b) => a.Timestamp != b.Timestamp ? a.Timestamp.CompareTo(b.Timestamp) : a.Order.CompareTo(b.Order));
        _runs.Clear();
        _runs.Add((0, _events.Count));
    }

    /// <summary>Forgets what was given; the rest of each run stays.</summary>
    private void Forget(ReadOnlySpan<(int At, int End)> runs)
    {
        PendingEvent[] kept = [];
        foreach (var (at, end) in runs) kept = at == end ? kept : [.. kept, .. CollectionsMarshal.AsSpan(_events)[at..end]];
        _events.Clear();
        _runs.Clear();
        _last = long.MaxValue;
        if (kept.Length == 0) _used = 0;
        foreach (var pending in kept)
        {
            if (pending.Timestamp < _last || _runs.Count == 0) _runs.Add((_events.Count, _events.Count));
            _last = pending.Timestamp;
            _events.Add(pending with { Order = _events.Count });
            _runs[^1] = (_runs[^1].At, _events.Count);
        }
    }

    private Span<byte> Room(int bytes)
    {
        if (_used + bytes > _payloads.Length) Array.Resize(ref _payloads, Math.Max(_used + bytes, _payloads.Length * 2));
        return _payloads.AsSpan(_used, bytes);
    }

    private void Enqueue(EventDefinition definition, long timestamp, (int Process, long Thread) writer, int bytes, int stack)
    {
        if (timestamp < _last || _runs.Count == 0) _runs.Add((_events.Count, _events.Count));
        _last = timestamp;
        _events.Add(new PendingEvent(timestamp, _events.Count, definition, writer.Process, writer.Thread, stack, _used, bytes));
        _runs[^1] = (_runs[^1].At, _events.Count);
        _used += bytes;
    }
}

/// <summary>An event that waits for earlier ones.</summary>
/// <param name="Timestamp">In the file's clock ticks.</param>
/// <param name="Order">Its place among those that wait, to keep events of the same time in the order of the file.</param>
/// <param name="Process">The process that wrote it.</param>
/// <param name="Thread">The thread that wrote it.</param>
/// <param name="Stack">Its call stack's number.</param>
/// <param name="Start">Where its payload begins.</param>
internal readonly record struct PendingEvent(
    long Timestamp, int Order, EventDefinition Definition, int Process, long Thread, int Stack, int Start, int Length);

/// <summary>The activity ids before the payload of events wanted <see cref="EventUse.WithActivity"/>.</summary>
internal static class ActivityIds
{
    /// <summary>Bytes of both ids.</summary>
    public const int Bytes = 32;

    public static void Write(Span<byte> to, UInt128 activity, UInt128 related)
    {
        BinaryPrimitives.WriteUInt128LittleEndian(to, activity);
        BinaryPrimitives.WriteUInt128LittleEndian(to[16..], related);
    }

    /// <summary>Takes the ids off; both are 0 when the bytes are too few.</summary>
    public static ReadOnlySpan<byte> Read(ReadOnlySpan<byte> from, out UInt128 activity, out UInt128 related)
    {
        (activity, related) = (0, 0);
        if (from.Length < Bytes) return default;
        activity = BinaryPrimitives.ReadUInt128LittleEndian(from);
        related = BinaryPrimitives.ReadUInt128LittleEndian(from[16..]);
        return from[Bytes..];
    }
}
