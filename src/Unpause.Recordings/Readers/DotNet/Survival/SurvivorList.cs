using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet.Survival;

/// <summary>
/// The collector's list of what survives one collection: ranges that stay where they are, and ranges that move. Payloads:
/// dotnet/runtime, src/coreclr/vm/ClrEtwAll.man, GCBulkSurvivingObjectRanges and GCBulkMovedObjectRanges: the event's
/// number, count of ranges, runtime's number, then of each range its start, its new start if it moves, its length.
/// </summary>
internal sealed class SurvivorList
{
    private const int HeaderBytes = 10;
    private readonly Dictionary<(long Thread, int Kind), uint> _last = [];

    /// <summary>Takes a range, where it goes, and its length.</summary>
    public delegate void Receiver(ulong start, ulong length, ulong newStart);

    /// <summary>Whether nothing is listed.</summary>
    public bool IsEmpty => _last.Count == 0;

    /// <summary>
    /// Whether no event is known to be missing: those of one thread are numbered from 0, anew with each list that it makes.
    /// </summary>
    public bool IsWhole { get; private set; } = true;

    public void Clear()
    {
        _last.Clear();
        IsWhole = true;
    }

    /// <summary>Takes an event and gives its ranges.</summary>
    public void Add(in RuntimeEvent e, Receiver give)
    {
        var moved = e.Id == RuntimeEventIds.BulkMovedRanges;
        var payload = new PayloadReader(e.Payload);
        var number = payload.UInt32();
        var count = payload.UInt32();
        if (number != 0 && (!_last.TryGetValue((e.ThreadId, e.Id), out var last) || number != last + 1)) IsWhole = false;
        if (_last.Count < Limits.OpenThreads) _last[(e.ThreadId, e.Id)] = number;
        var words = moved ? 2 : 1;
        var bytes = (words * e.PointerBytes) + 8;
        var ranges = e.Payload[Math.Min(HeaderBytes, e.Payload.Length)..];
        for (; count > 0 && ranges.Length >= bytes; count--, ranges = ranges[bytes..])
        {
            var start = Word(ranges, e.PointerBytes);
            give(
                start,
                BinaryPrimitives.ReadUInt64LittleEndian(ranges[(words * e.PointerBytes)..]),
                moved ? Word(ranges[e.PointerBytes..], e.PointerBytes) : start);
        }
    }

    private static ulong Word(ReadOnlySpan<byte> from, int bytes) =>
        bytes == 4 ? BinaryPrimitives.ReadUInt32LittleEndian(from) : BinaryPrimitives.ReadUInt64LittleEndian(from);
}
