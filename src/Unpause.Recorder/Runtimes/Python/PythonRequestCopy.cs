using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Probes;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Python;

namespace Unpause.Recorder.Runtimes.Python;

/// <summary>Copies the requests that the agent in a process writes, as they end.</summary>
/// <param name="writer">Writes the copy.</param>
/// <param name="first">The agent's header when copying started.</param>
/// <param name="from">Requests that started earlier are left out.</param>
/// <param name="withOlder">Whether to include requests that ended before.</param>
[SupportedOSPlatform("linux")]
internal sealed class PythonRequestCopy(SafeFileHandle theirs, PythonRingWriter writer, AgentHeader first, long from, bool withOlder)
{
    private const int RequestsAtOnce = 512;

    // A slot is written within a moment. If it is still empty after this many later requests, there was no space for it.
    private const ulong Patience = 1024;

    private readonly byte[] _block = new byte[RequestsAtOnce * AgentRequest.Bytes];
    private ulong _next = withOlder ? Oldest(first) : first.RequestsBegun + 1;
    private ulong _lost;

    /// <summary>Copies new requests.</summary>
    /// <param name="isLast">Whether to stop waiting for incomplete ones.</param>
    public void Take(AgentHeader now, bool isLast)
    {
        if (first.RequestCapacity == 0 || now.RequestCapacity != first.RequestCapacity || now.RequestsAt != first.RequestsAt) return;
        var capacity = (ulong)first.RequestCapacity;
        if (now.RequestsBegun >= capacity && now.RequestsBegun - capacity >= _next)
        {
            _lost += now.RequestsBegun - capacity + 1 - _next;
            _next = now.RequestsBegun - capacity + 1;
        }

        while (_next <= now.RequestsBegun)
        {
            var index = (int)((_next - 1) % capacity);
            var count = (int)Math.Min(Math.Min(RequestsAtOnce, now.RequestsBegun - _next + 1), capacity - (ulong)index);
            var block = _block.AsSpan(0, count * AgentRequest.Bytes);
            var got = RandomAccess.Read(theirs, block, first.RequestsAt + ((long)index * AgentRequest.Bytes)) / AgentRequest.Bytes;
            if (got == 0 || !Copy(block[..(got * AgentRequest.Bytes)], index, now.RequestsBegun, isLast)) break;
        }

        writer.LostRequests(_lost);
        _lost = 0;
    }

    /// <summary>Copies slots from the next request on. Returns whether there may be more.</summary>
    private bool Copy(Span<byte> slots, int index, ulong begun, bool isLast)
    {
        for (; slots.Length > 0; slots = slots[AgentRequest.Bytes..], index++, _next++)
        {
            var isThere = AgentRequest.State(slots, index, first.RequestCapacity) == SlotState.Written
                && AgentRequest.Number(slots) == _next;
            if (isThere)
            {
                if (AgentRequest.Start(slots) >= from) writer.AddRequest(slots[..AgentRequest.Bytes]);
                continue;
            }

            if (!isLast && begun - _next < Patience) return false;
            _lost++;
        }

        return true;
    }

    private static ulong Oldest(AgentHeader header) => header.RequestsBegun > (ulong)header.RequestCapacity
        ? header.RequestsBegun - (ulong)header.RequestCapacity + 1
        : 1;
}
