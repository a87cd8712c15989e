using Unpause.Collections;

namespace Unpause.Requests;

/// <summary>
/// Finds spans by trace and span id. Several spans may have one id: Zipkin's client and server share one, and files
/// contain duplicates. Memory: 4 bytes for each span and 8 to 16 for its slot.
/// </summary>
public sealed class SpanIndex
{
    private readonly ChunkedList<Span> _spans;
    private readonly int[] _slots;
    private readonly int[] _next;

    public SpanIndex(ChunkedList<Span> spans)
    {
        _spans = spans;
        _slots = new int[System.Numerics.BitOperations.RoundUpToPowerOf2((uint)Math.Max(16, spans.Count * 2L))];
        _next = new int[spans.Count];
        Array.Fill(_slots, -1);
        // Last first, so that each chain is in the order of the input.
        for (var i = spans.Count - 1; i >= 0; i--) Add(i);
    }

    /// <summary>The first span with an id; -1 when there is none.</summary>
    public int First(UInt128 traceId, ulong id)
    {
        if (id == 0) return -1;
        var slot = Slot(traceId, id);
        return _slots[slot];
    }

    /// <summary>The next span with the same id; -1 after the last.</summary>
    public int Next(int span) => _next[span];

    private void Add(int index)
    {
        var span = _spans[index];
        var slot = Slot(span.TraceId, span.Id);
        _next[index] = _slots[slot];
        _slots[slot] = index;
    }

    /// <summary>The slot that contains an id, or the free one where it belongs.</summary>
    private int Slot(UInt128 traceId, ulong id)
    {
        var mask = _slots.Length - 1;
        var slot = (int)Hash(traceId, id) & mask;
        while (_slots[slot] is var held and >= 0)
        {
            ref readonly var span = ref _spans.ItemRef(held);
            if (span.Id == id && span.TraceId == traceId) break;
            slot = (slot + 1) & mask;
        }

        return slot;
    }

    // Seeded for each process, so that no file can be made in which all ids collide.
    private static uint Hash(UInt128 traceId, ulong id) => (uint)HashCode.Combine(traceId, id);
}
