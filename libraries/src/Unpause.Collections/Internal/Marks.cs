namespace Unpause.Collections;

/// <summary>One bit for each entry that a table had, in chunks. Entries that came later have none.</summary>
internal readonly struct Marks
{
    private readonly Chunks<ulong> _words;
    private readonly int _count;

    internal Marks(int count)
    {
        _count = count;
        _words = Chunks<ulong>.Create();
        var words = (count + 63L) / 64;
        for (long start = 0; start < words; start += ChunkShape<ulong>.Length)
        {
            _words.Add(new ulong[Math.Min(ChunkShape<ulong>.Length, words - start)]);
        }
    }

    internal bool Has(int index) => (uint)index < (uint)_count && (Word(index) & Bit(index)) != 0;

    /// <summary>Sets a bit; false when it was set, or there is none.</summary>
    internal bool Set(int index)
    {
        if ((uint)index >= (uint)_count) return false;
        ref var word = ref Word(index);
        if ((word & Bit(index)) != 0) return false;
        word |= Bit(index);
        return true;
    }

    private static ulong Bit(int index) => 1UL << (index & 63);

    private ref ulong Word(int index)
    {
        var word = index >> 6;
        return ref _words.Slot(word);
    }
}
