namespace Unpause.Readers.DotNet;

/// <summary>
/// Decodes .nettrace files of versions 4 and 5 (.NET Core 3.0 to .NET 10): a forward pass that copies only the payloads
/// that are wanted, keeps call stacks, and takes any bytes. Format: NetTraceFormat_v5.md in microsoft/perfview.
/// </summary>
internal sealed class BlockDecoder : IEventDecoder
{
    private const int LeastHeaderBytes = 20;
    private const ushort CompressedFlag = 1;

    private readonly EventDefinitions _definitions = new();
    private readonly StackBlocks _stackBlocks;
    private readonly PendingEvents _pending = new();
    private readonly SequenceNumbers _sequence = new();
    private readonly PendingEvents.Receiver _give;
    private RuntimeEventHandler _handler = static (int _, in RuntimeEvent _) => { };
    private TraceClock _clock;
    private long _lastTime = long.MinValue;
    private string? _fault;

    public BlockDecoder()
    {
        _stackBlocks = new StackBlocks(Stacks);
        _give = Give;
    }

    /// <inheritdoc/>
    public long LostEvents => _sequence.Lost;

    /// <inheritdoc/>
    public DateTimeOffset? StartedAt => _clock.StartedAt;

    /// <inheritdoc/>
    public StackTable Stacks { get; } = new();

    /// <inheritdoc/>
    public string? Run(NettraceFrames frames, RuntimeEventHandler handler)
    {
        _handler = handler;
        var known = false;
        while (frames.MoveNext())
        {
            if (frames.Block == NettraceBlock.Trace) known = TraceClock.TryRead(frames.Content, out _clock);
            else if (known && !Take(frames.Block, frames.Content)) _fault ??= $"{frames.Block} block is damaged";
        }

        _pending.Flush(long.MaxValue, _give);
        return _fault;
    }

    private bool Take(NettraceBlock block, ReadOnlySpan<byte> content)
    {
        switch (block)
        {
            case NettraceBlock.Events: return TakeBlobs(content, metadata: false);
            case NettraceBlock.Metadata: return TakeBlobs(content, metadata: true);
            case NettraceBlock.Stacks: return _stackBlocks.Add(content);
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
            if (!header.TryRead(ref reader)) return false;
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
            if (definition.Use == EventUse.WithActivity) _pending.AddWithActivity(definition, header, payload);
            else _pending.Add(definition, header, payload, stack);
        }

        if (header.Sorted) _pending.Flush(header.Timestamp, _give);
        else if (_pending.Bytes > Limits.NettracePendingBytes) _pending.Flush(long.MaxValue, _give);
    }

    private bool TakeSequencePoint(ReadOnlySpan<byte> content)
    {
        _pending.Flush(long.MaxValue, _give);
        _stackBlocks.Clear();
        var reader = new VarReader(content);
        reader.Skip(8);
        var threads = (uint)reader.Int32();
        for (uint i = 0; i < threads && !reader.Failed; i++)
        {
            var thread = reader.Int64();
            var number = reader.Int32();
            if (!reader.Failed) _sequence.Checkpoint(thread, number);
        }

        return !reader.Failed;
    }

    private void Give(in PendingEvent pending, byte[] payloads)
    {
        // Never back in time, whatever the file says, so that no duration is negative.
        if (!_clock.TryNanoseconds(pending.Timestamp, out var time)) return;
        _lastTime = Math.Max(_lastTime, time);
        var definition = pending.Definition;
        _handler(_clock.ProcessId, new RuntimeEvent(
            definition.Provider, definition.Id, definition.Version, pending.Thread, _lastTime, _clock.PointerBytes, payloads.AsSpan(pending.Start, pending.Length), pending.Stack));
    }
}
