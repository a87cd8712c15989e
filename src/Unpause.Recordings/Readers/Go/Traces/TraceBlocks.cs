namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>Memory for the batches of a generation: blocks below the large object heap's threshold, used again for the next one.</summary>
internal sealed class TraceBlocks
{
    /// <summary>The longest batch that the runtime writes (MaxBatchSize of internal/trace/tracev2).</summary>
    public const int LongestBatch = 64 * 1024;

    private readonly List<byte[]> _blocks = [];
    private int _block = -1;
    private int _used = LongestBatch;

    /// <summary>Bytes of all blocks.</summary>
    public long HeldBytes => (long)_blocks.Count * LongestBatch;

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
