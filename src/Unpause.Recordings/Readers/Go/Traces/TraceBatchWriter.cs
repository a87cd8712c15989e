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
    public long HeldBytes => _blocks * TraceBlocks.LongestBatch;

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
