using Unpause.Recordings.Exits;
using Unpause.Recordings.Packed;
using Unpause.Recordings.Triggers;

namespace Unpause.Recordings.Readers.Python;

/// <summary>One collection as the CPython agent wrote it (agents/python/FORMAT.md). Times are nanoseconds of the agent's clock.</summary>
public readonly record struct AgentRecord(
    ulong Sequence,
    long Start,
    long End,
    int Count0,
    int Count,
    int Threshold0,
    int Threshold,
    byte Generation,
    bool Enabled,
    bool Ended,
    uint Collected,
    uint Uncollectable,
    byte Caller)
{
    /// <summary>The generation of a collection for which it is not recorded.</summary>
    public const byte NoGeneration = 255;

    /// <summary>What was collected when that isn't known.</summary>
    public const uint NotCounted = uint.MaxValue;

    /// <summary>Bytes of a record.</summary>
    public const int Bytes = 64;

    /// <summary>Decodes a slot of the ring.</summary>
    /// <param name="slot"><see cref="Bytes"/> bytes.</param>
    /// <param name="index">The slot's place in the ring.</param>
    /// <param name="capacity">Slots of the ring.</param>
    /// <param name="record">The record, when the result is <see cref="SlotState.Written"/>.</param>
    public static SlotState Parse(ReadOnlySpan<byte> slot, int index, int capacity, out AgentRecord record)
    {
        var sequence = BinaryPrimitives.ReadUInt64LittleEndian(slot);
        record = default;
        if (sequence == 0) return SlotState.Empty;
        if ((uint)sequence != BinaryPrimitives.ReadUInt32LittleEndian(slot[44..])) return SlotState.Torn;
        record = new AgentRecord(
            sequence,
            BinaryPrimitives.ReadInt64LittleEndian(slot[8..]),
            BinaryPrimitives.ReadInt64LittleEndian(slot[48..]),
            BinaryPrimitives.ReadInt32LittleEndian(slot[24..]),
            BinaryPrimitives.ReadInt32LittleEndian(slot[28..]),
            BinaryPrimitives.ReadInt32LittleEndian(slot[32..]),
            BinaryPrimitives.ReadInt32LittleEndian(slot[36..]),
            slot[40],
            slot[41] != 0,
            slot[42] != 0,
            BinaryPrimitives.ReadUInt32LittleEndian(slot[56..]),
            BinaryPrimitives.ReadUInt32LittleEndian(slot[60..]),
            slot[43]);
        return record.IsPossible(index, capacity) ? SlotState.Written : SlotState.Wrong;
    }

    /// <summary>Writes a record with what is known from outside the process.</summary>
    /// <param name="slot">All <see cref="Bytes"/> of it, zeros.</param>
    public void WriteOutside(Span<byte> slot)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(slot[8..], (ulong)Start);
        BinaryPrimitives.WriteInt32LittleEndian(slot[24..], Count0);
        BinaryPrimitives.WriteInt32LittleEndian(slot[28..], Count);
        slot[40] = Generation;
        slot[42] = (byte)(Ended ? 1 : 0);
        BinaryPrimitives.WriteInt64LittleEndian(slot[48..], End);
        BinaryPrimitives.WriteUInt32LittleEndian(slot[56..], Collected);
        BinaryPrimitives.WriteUInt32LittleEndian(slot[60..], Uncollectable);
        Number(slot, Sequence);
    }

    /// <summary>Gives a record another number, for another file.</summary>
    public static void Number(Span<byte> slot, ulong sequence)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(slot, sequence);
        BinaryPrimitives.WriteUInt32LittleEndian(slot[44..], (uint)sequence);
    }

    private bool IsPossible(int index, int capacity) =>
        (Sequence - 1) % (ulong)capacity == (ulong)index
        && (Generation is <= 2 or NoGeneration)
        && Start is >= 0 and < Limits.LongestNanoseconds
        && (!Ended || (End >= Start && End < Limits.LongestNanoseconds));
}

/// <summary>Callers of <c>gc.collect()</c>, from the table in the header of the agent's file (agents/python/FORMAT.md, Callers).</summary>
/// <param name="header">Where the table is.</param>
internal sealed class AgentCallers(AgentHeader header, byte[] bytes)
{
    private readonly Dictionary<byte, (long Count, Total Sum, long Longest)> _calls = [];
    private readonly Dictionary<byte, int> _places = [];
    private readonly TriggersBuilder _triggers = new();

    /// <summary>The call of each collection; null where none was seen.</summary>
    public CollectionTriggers? Triggers => _triggers.Build();

    /// <summary>Takes an explicit collection.</summary>
    public void Take(in AgentRecord record)
    {
        if (record.Caller == 0) return;
        var known = _calls.GetValueOrDefault(record.Caller);
        var took = record.Ended ? record.End - record.Start : 0;
        _calls[record.Caller] = (known.Count + 1, known.Sum + took, Math.Max(known.Longest, took));
        if (!_places.TryGetValue(record.Caller, out var place))
        {
            place = _triggers.PlaceOf(new TriggerPlace(TriggerEvidence.Call, Stack(record.Caller), Thread: null, Type: null));
            _places.Add(record.Caller, place);
        }

        _triggers.Add((long)Math.Min(record.Sequence, long.MaxValue), place);
    }

    /// <summary>The callers, those with the longest pauses first; null where none was seen.</summary>
    public IReadOnlyList<InducedCall>? Build() => _calls.Count == 0
        ? null
        : [.. _calls.OrderByDescending(call => call.Value.Sum.Value).ThenBy(call => call.Key).Select(call => new InducedCall(
            call.Value.Count, Stack(call.Key)) { PauseNanoseconds = call.Value.Sum.Value, LongestNanoseconds = call.Value.Longest })];

    /// <summary>The innermost frames; none for callers beyond the table.</summary>
    private string[] Stack(byte number)
    {
        if (number > header.Callers) return [];
        var entry = bytes.AsSpan(header.CallersAt + ((number - 1) * header.CallerBytes), header.CallerBytes);
        var end = entry.IndexOf((byte)0);
        return Encoding.UTF8.GetString(end < 0 ? entry : entry[..end]).Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}

/// <summary>
/// Separates the collections that CPython makes at shutdown, after the exit handlers (Python/pylifecycle.c, <c>Py_FinalizeEx</c>): the
/// agent's own handler, registered first and so run last, records when that begins.
/// </summary>
/// <param name="exited">When it began, on the agent's clock; 0 when it hasn't.</param>
internal sealed class AgentExit(long exited)
{
    private readonly CollectionTable _collections = new();
    private readonly List<Pause> _pauses = [];

    /// <summary>Takes a collection if it is one of them.</summary>
    /// <param name="record">The collection, those before it given already.</param>
    /// <param name="zero">The recording's zero on the agent's clock.</param>
    public bool Take(in AgentRecord record, long zero)
    {
        if (exited <= 0 || record.Start < exited) return false;
        var took = record.End - record.Start;
        if (record.Ended && took <= Limits.PauseNanoseconds && zero is >= 0 and < Limits.LongestNanoseconds)
        {
            _pauses.Add(new Pause(record.Start - zero, took, _collections.Count, "collection"));
        }

        var index = _collections.Add((long)Math.Min(record.Sequence, long.MaxValue));
        if (record.Generation != AgentRecord.NoGeneration)
            _collections.SetName(index, CollectionColumn.Generation, AgentReader.GenerationNames[record.Generation]);
        _collections.Set(index, CollectionColumn.Start, record.Start - zero);
        _collections.SetName(index, CollectionColumn.Cause, Causes.Other);
        _collections.SetName(index, CollectionColumn.RuntimeCause, "interpreter exit");
        return true;
    }

    /// <summary>What was taken; null when there was nothing.</summary>
    public ExitCollections? Build() => _collections.Count == 0 ? null : new ExitCollections(_collections, _pauses);
}

/// <summary>
/// Finds out why CPython collected, as far as the counters prove it. It collects by itself only while that is enabled
/// and a count exceeds its threshold (Modules/gcmodule.c, <c>gc_collect_generations</c>, 3.8 to 3.13); in 3.12 and
/// later the count of generation 0 may have fallen again when the evaluation loop comes to it.
/// </summary>
internal static class AgentCause
{
    /// <summary>Sets the cause of an explicit collection.</summary>
    public static void SetInduced(Collection.Builder collection)
    {
        collection.Cause = Causes.Induced;
        collection.RuntimeCause = "gc.collect";
        collection.Induced = true;
    }

    /// <summary>Sets the cause of a collection by a threshold; null where both are possible.</summary>
    /// <returns>Whether code called <c>gc.collect()</c>.</returns>
    public static bool Set(Collection.Builder collection, in AgentRecord record, in PythonVersion version)
    {
        if (IsInduced(record, version)) return true;
        if (version.Collector == PythonCollectors.Generational && record.Count0 > record.Threshold0)
        {
            collection.Cause = Causes.Allocation;
            collection.RuntimeCause = "threshold";
        }

        return false;
    }

    private static bool IsInduced(in AgentRecord record, in PythonVersion version)
    {
        if (!record.Enabled || record.Threshold0 == 0) return true;
        // It collects by itself the young and an increment (3.14.0 to 3.14.4, Python/gc.c), or with the number 0 (free-threaded builds,
        // Python/gc_free_threading.c of 3.13 and 3.14), both in _Py_RunGC; gc.collect() has 2 by default.
        if (version.Collector == PythonCollectors.Incremental) return record.Generation != 1;
        if (version.Collector == PythonCollectors.FreeThreaded) return record.Generation != 0;
        if (version.Collector != PythonCollectors.Generational) return false;
        if (record.Count <= record.Threshold) return true;
        return record.Count0 <= record.Threshold0 && version.CollectsInsideAllocation;
    }
}
