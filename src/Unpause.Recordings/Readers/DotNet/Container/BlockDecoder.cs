using System.Runtime.CompilerServices;

namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>
/// Decodes .nettrace files of versions 4 and 5 (.NET Core 3.0 to .NET 10) and 6 (dotnet-trace collect-linux; several
/// processes): a forward pass that copies only the payloads that are wanted, keeps call stacks, and takes any bytes.
/// Formats: NetTraceFormat_v5.md and NetTraceFormat.md in microsoft/perfview.
/// </summary>
internal sealed class BlockDecoder
{
    private const int LeastHeaderBytes = 20;
    private const ushort CompressedFlag = 1;
    private const uint ForgetThreads = 1;
    private const uint ForgetDefinitions = 2;

    private readonly EventDefinitions _definitions = new();
    private readonly StackBlocks _stackBlocks;
    private readonly PendingEvents _pending = new();
    private readonly NettraceThreads _threads = new();
    private readonly LabelLists _labels = new();
    private readonly SequenceNumbers _sequence = new();
    private readonly PendingEvents.Receiver _give;
    private RuntimeEventHandler _handler = static (int _, in RuntimeEvent _) => { };
    private TraceClock _clock;
    private long _lastTime = long.MinValue;
    private string? _fault;
    private bool _version6;

    public BlockDecoder()
    {
        _stackBlocks = new StackBlocks(Stacks);
        _give = Give;
    }

    /// <summary>
    /// Events that the runtime dropped because its buffers were full, by gaps in sequence numbers;
    /// <see cref="long.MaxValue"/> for an unknown number.
    /// </summary>
    public long LostEvents => _sequence.Lost;

    /// <summary>Wall time of the recording's zero, with a resolution of 1 ms; null when nothing could be read.</summary>
    public DateTimeOffset? StartedAt => _clock.StartedAt;

    /// <summary>The recording's zero on the machine's own clock, in nanoseconds.</summary>
    public long ZeroNanoseconds => _clock.ZeroNanoseconds;

    /// <summary>Processors that the process may use; null when the file doesn't say.</summary>
    public int? Processors => _clock.Processors is > 0 and var processors ? processors : null;

    /// <summary>The call stacks that events refer to.</summary>
    public StackTable Stacks { get; } = new();

    /// <summary>Gives the events that are wanted, in order of time, to the end. Returns what is damaged, as a phrase, or null.</summary>
    public string? Run(NettraceFrames frames, RuntimeEventHandler handler)
    {
        _handler = handler;
        _version6 = frames.IsVersion6();
        var known = false;
        while (frames.MoveNext())
        {
            if (frames.Block == NettraceBlock.Trace) known |= TakeTrace(frames.Content);
            else if (known && !Take(frames.Block, frames.Content)) _fault ??= $"{frames.Block} block is damaged";
        }

        _pending.Flush(long.MaxValue, _give);
        return _fault;
    }

    private bool TakeTrace(ReadOnlySpan<byte> content)
    {
        // A damaged one leaves what is known of the clock: events wait that were stamped by it.
        if (!(_version6 ? TraceClock.TryReadV6(content, out var clock) : TraceClock.TryRead(content, out clock)))
        {
            _fault ??= "Trace block is damaged";
            return false;
        }

        _clock = clock;
        _threads.Process = clock.ProcessId;
        return true;
    }

    private bool Take(NettraceBlock block, ReadOnlySpan<byte> content)
    {
        switch (block)
        {
            case NettraceBlock.Events: return TakeBlobs(content, metadata: false);
            case NettraceBlock.Metadata: return _version6 ? _definitions.AddBlock(content) : TakeBlobs(content, metadata: true);
            case NettraceBlock.Threads: return _threads.Add(content);
            case NettraceBlock.RemovedThreads: return _threads.Remove(content, _sequence);
            case NettraceBlock.Stacks: return _stackBlocks.Add(content);
            case NettraceBlock.Labels: return _labels.Add(content);
            case NettraceBlock.SequencePoint: return TakeSequencePoint(content);
            default: return true;
        }
    }

    private bool TakeBlobs(ReadOnlySpan<byte> content, bool metadata)
    {
        if (content.IsEmpty) return true;
        var reader = new VarReader(content);
        var headerBytes = reader.UInt16();
        var flags = reader.UInt16();
        reader.Skip(headerBytes - 4);
        if (reader.Failed || headerBytes < LeastHeaderBytes || (flags & CompressedFlag) == 0) return false;
        var header = default(BlobHeader);
        while (reader.Remaining > 0)
        {
            if (!(_version6 ? header.TryReadV6(ref reader) : header.TryRead(ref reader))) return false;
            var payload = reader.Take(header.PayloadBytes);
            if (reader.Failed) return false;
            if (metadata) _definitions.Add(payload);
            else TakeEvent(header, payload);
        }

        return true;
    }

    private void TakeEvent(in BlobHeader header, ReadOnlySpan<byte> payload)
    {
        _sequence.Event(header.CaptureThread, header.Sequence);
        if (_definitions.Find(header.MetadataId) is { } definition)
        {
            var stack = definition.Use == EventUse.WithStack ? _stackBlocks.NumberOf(header.Stack, _clock.PointerBytes) : StackTable.None;
            var writer = _version6 ? _threads.Get(header.Thread) : (_clock.ProcessId, header.Thread);
            if (definition.Use == EventUse.WithActivity)
            {
                _pending.AddWithActivity(definition, header.Timestamp, writer, _version6
                    ? _labels.Get(header.Labels)
                    : (header.Activity, header.RelatedActivity), payload);
            }
            else
            {
                _pending.Add(definition, header.Timestamp, writer, payload, stack);
            }
        }

        if (header.Sorted) _pending.Flush(header.Timestamp, _give);
        else if (_pending.Bytes > Limits.NettracePendingBytes) _pending.Flush(long.MaxValue, _give);
    }

    private bool TakeSequencePoint(ReadOnlySpan<byte> content)
    {
        _pending.Flush(long.MaxValue, _give);
        _stackBlocks.Clear();
        _labels.Clear();
        var reader = new VarReader(content);
        reader.Skip(8);
        var flags = _version6 ? (uint)reader.Int32() : 0;
        var threads = (uint)reader.Int32();
        for (uint i = 0; i < threads && !reader.Failed; i++)
        {
            var thread = _version6 ? (long)reader.VarUInt64() : reader.Int64();
            var number = _version6 ? (int)reader.VarUInt32() : reader.Int32();
            if (!reader.Failed) _sequence.Checkpoint(thread, number);
        }

        if ((flags & ForgetThreads) != 0)
        {
            _threads.Clear();
            _sequence.Clear();
        }

        if ((flags & ForgetDefinitions) != 0) _definitions.Clear();
        return !reader.Failed;
    }

    private void Give(in PendingEvent pending, byte[] payloads)
    {
        // Never back in time, whatever the file contains, so that no duration is negative.
        if (!_clock.TryNanoseconds(pending.Timestamp, out var time)) return;
        _lastTime = Math.Max(_lastTime, time);
        var definition = pending.Definition;
        _handler(pending.Process, new RuntimeEvent(
            definition.Provider, definition.Id, definition.Version, pending.Thread, _lastTime, _clock.PointerBytes,
            payloads.AsSpan(pending.Start, pending.Length), pending.Stack));
    }
}

/// <summary>The call stacks that events refer to by number until the next sequence point.</summary>
internal sealed class StackBlocks(StackTable table)
{
    private const int NotNumbered = -2;
    private readonly Dictionary<int, (byte[] Block, int Start, int Length, int Number)> _stacks = [];

    /// <summary>Takes a stack block: first number, count, then each stack's length and addresses. False when it is damaged.</summary>
    public bool Add(ReadOnlySpan<byte> content)
    {
        var block = content.ToArray();
        var reader = new VarReader(block);
        var number = reader.Int32();
        reader.Int32();
        while (reader.Remaining > 0 && !reader.Failed)
        {
            var length = reader.Int32();
            var start = reader.Position;
            reader.Skip(length);
            if (!reader.Failed && length > 0) _stacks[number] = (block, start, length, NotNumbered);
            number = unchecked(number + 1);
        }

        return !reader.Failed;
    }

    /// <summary>The number that a stack has in the recording; <see cref="StackTable.None"/> when the file has no such stack.</summary>
    public int NumberOf(int stack, int pointerBytes)
    {
        ref var found = ref CollectionsMarshal.GetValueRefOrNullRef(_stacks, stack);
        if (Unsafe.IsNullRef(ref found)) return StackTable.None;
        if (found.Number == NotNumbered) found.Number = table.Number(found.Block.AsSpan(found.Start, found.Length), pointerBytes);
        return found.Number;
    }

    /// <summary>Forgets all: numbers start anew after a sequence point.</summary>
    public void Clear() => _stacks.Clear();
}
