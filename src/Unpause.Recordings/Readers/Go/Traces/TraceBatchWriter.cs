namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>Keeps events of traces up to Go 1.21 in blocks, each as its number, the length of its arguments, and these.</summary>
internal sealed class TraceBatchWriter
{
    private byte[] _block = [];
    private int _from;
    private int _used;
    private long _blocks;
    private OldTraceCursor? _cursor;
    private long? _ticks;

    /// <summary>Memory of all blocks, in bytes.</summary>
    public long MemoryBytes => _blocks * TraceBlocks.LongestBatch;

    /// <summary>A batch begins: what follows is its own.</summary>
    public void Begin(OldTraceCursor cursor, long ticks)
    {
        End();
        (_cursor, _ticks) = (cursor, ticks);
    }

    /// <summary>Keeps an event; one before any batch is dropped.</summary>
    public void Add(byte type, ReadOnlySpan<byte> arguments)
    {
        if (_cursor is null) return;
        var length = OldTraceTable.EventHead + arguments.Length;
        if (_block.Length - _used < length)
        {
            Hand();
            _block = GC.AllocateUninitializedArray<byte>(TraceBlocks.LongestBatch);
            (_from, _used) = (0, 0);
            _blocks++;
        }

        (_block[_used], _block[_used + 1]) = (type, (byte)arguments.Length);
        arguments.CopyTo(_block.AsSpan(_used + OldTraceTable.EventHead));
        _used += length;
    }

    /// <summary>The batch is over.</summary>
    public void End()
    {
        Hand();
        _cursor = null;
    }

    private void Hand()
    {
        if (_used == _from) return;
        _cursor?.Add(_ticks, _block.AsMemory(_from, _used - _from));
        (_from, _ticks) = (_used, null);
    }
}

/// <summary>Memory for the batches of a generation: blocks below the large object heap's threshold, used again for the next one.</summary>
internal sealed class TraceBlocks
{
    /// <summary>The longest batch that the runtime writes (MaxBatchSize of internal/trace/tracev2).</summary>
    public const int LongestBatch = 64 * 1024;

    private readonly List<byte[]> _blocks = [];
    private int _block = -1;
    private int _used = LongestBatch;

    /// <summary>Bytes of all blocks.</summary>
    public long MemoryBytes => (long)_blocks.Count * LongestBatch;

    /// <summary>Keeps bytes, at most <see cref="LongestBatch"/>.</summary>
    public ReadOnlyMemory<byte> Keep(ReadOnlySpan<byte> bytes)
    {
        var part = Room(bytes.Length);
        bytes.CopyTo(part.Span);
        return part;
    }

    /// <summary>Takes a batch off the input; shorter than requested where the input ends.</summary>
    /// <param name="input">The bytes.</param>
    /// <param name="length">At most <see cref="LongestBatch"/>.</param>
    public ReadOnlyMemory<byte> Take(TraceInput input, int length)
    {
        var room = Room(length);
        return room[..input.Take(room.Span)];
    }

    /// <summary>All may be overwritten.</summary>
    public void Reuse() => (_block, _used) = (-1, LongestBatch);

    private Memory<byte> Room(int length)
    {
        // Before the first block there is none to take nothing from.
        if (length == 0) return Memory<byte>.Empty;
        if (LongestBatch - _used < length)
        {
            if (++_block == _blocks.Count) _blocks.Add(GC.AllocateUninitializedArray<byte>(LongestBatch));
            _used = 0;
        }

        _used += length;
        return _blocks[_block].AsMemory(_used - length, length);
    }
}
