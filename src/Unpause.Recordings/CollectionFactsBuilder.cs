namespace Unpause.Recordings;

/// <summary>Packs the numbers of collections; ends in <see cref="CollectionFacts"/>.</summary>
internal sealed class CollectionFactsBuilder
{
    private const int LongestNumber = 10;
    private static readonly int LongestRow = CollectionFacts.MaskBytes + (CollectionFacts.Width * LongestNumber);

    private readonly List<byte[]> _blocks = [];
    private readonly ChunkedList<long> _starts = new();
    private readonly CollectionFacts _packed;
    private int _used = CollectionFacts.BlockBytes;

    public CollectionFactsBuilder() => _packed = new CollectionFacts(_blocks, _starts);

    /// <summary>About how much memory they take by now.</summary>
    public long MemoryBytes => ((long)_blocks.Count * CollectionFacts.BlockBytes) + ((long)_starts.Count * sizeof(long));

    /// <summary>Sets a collection's row; a second one replaces the first.</summary>
    public void Set(int collection, ReadOnlySpan<long> row)
    {
        if (_used + LongestRow > CollectionFacts.BlockBytes)
        {
            _blocks.Add(new byte[CollectionFacts.BlockBytes]);
            _used = 0;
        }

        while (_starts.Count <= collection) _starts.Add(-1);
        _starts[collection] = ((long)(_blocks.Count - 1) * CollectionFacts.BlockBytes) + _used;
        var block = _blocks[^1];
        ulong known = 0;
        var at = _used + CollectionFacts.MaskBytes;
        for (var i = 0; i < CollectionFacts.Width; i++)
        {
            if (row[i] == CollectionFacts.Unknown) continue;
            known |= 1UL << i;
            at = Pack(block, at, row[i]);
        }

        BinaryPrimitives.WriteUInt64LittleEndian(block.AsSpan(_used), known);
        _used = at;
    }

    /// <summary>Hands the rows over: nothing is copied, and this must not be used any more.</summary>
    public CollectionFacts Build() => _packed;

    /// <inheritdoc cref="CollectionFacts.Get(int, HeapSpace, SpaceFact)"/>
    public long? Get(int collection, HeapSpace space, SpaceFact fact) => _packed.Get(collection, space, fact);

    /// <summary>Seven bits a byte, the lowest first, of the number with its sign in the lowest bit.</summary>
    private static int Pack(byte[] block, int at, long value)
    {
        var rest = (ulong)((value << 1) ^ (value >> 63));
        for (; rest >= 0x80; rest >>= 7) block[at++] = (byte)(rest | 0x80);
        block[at++] = (byte)rest;
        return at;
    }
}
