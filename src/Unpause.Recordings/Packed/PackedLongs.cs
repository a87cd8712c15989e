namespace Unpause.Recordings.Packed;

/// <summary>
/// Numbers by their index, most of which are set in order: the last 1,024 unpacked, those before in <see cref="PackedBlock"/>s. A
/// number that was never set is <see cref="PackedBlock.Unknown"/> and takes no memory.
/// </summary>
public sealed class PackedLongs
{
    private const int Shift = PackedBlock.Shift;
    private const int Mask = PackedBlock.Mask;
    private const int FirstLength = 16;

    private PackedBlock[] _packed = [];
    private int _count;
    private long[] _open = [];
    private long _packedBytes;

    /// <summary>About how much memory they take.</summary>
    public long MemoryBytes => _packedBytes + ((long)_open.Length * sizeof(long));

    /// <summary>The number at an index; unknown where none was set.</summary>
    public long this[int index]
    {
        get
        {
            var block = index >> Shift;
            if (block < _count) return _packed[block][index & Mask];
            return block == _count && (index & Mask) < _open.Length ? _open[index & Mask] : PackedBlock.Unknown;
        }
    }

    /// <summary>Sets the number at an index.</summary>
    public void Set(int index, long value)
    {
        var block = index >> Shift;
        var place = index & Mask;
        if (block == _count && place < _open.Length) _open[place] = value;
        else SetElsewhere(block, place, value);
    }

    /// <summary>Unpacks a block's first numbers.</summary>
    /// <param name="block">Which 1,024 numbers, from 0 on.</param>
    /// <param name="into">At most <see cref="PackedBlock.Length"/>.</param>
    public void CopyTo(int block, Span<long> into)
    {
        if (block < _count)
        {
            _packed[block].CopyTo(into);
            return;
        }

        var open = block == _count ? _open.AsSpan(0, Math.Min(_open.Length, into.Length)) : default;
        open.CopyTo(into);
        into[open.Length..].Fill(PackedBlock.Unknown);
    }

    /// <summary>Adds the same to all that are known.</summary>
    public void Move(long by)
    {
        Span<long> values = stackalloc long[PackedBlock.Length];
        for (var block = 0; block < _count; block++)
        {
            _packed[block].CopyTo(values);
            Move(values, by);
            Pack(block, values);
        }

        Move(_open, by);
    }

    private static void Move(Span<long> values, long by)
    {
        foreach (ref var value in values)
        {
            if (value != PackedBlock.Unknown) value = unchecked(value + by);
        }
    }

    private void SetElsewhere(int block, int place, long value)
    {
        if (block < _count)
        {
            if (!_packed[block].TrySet(place, value)) Repack(block, place, value);
            return;
        }

        if (value == PackedBlock.Unknown) return;
        while (_count < block) Close();
        if (place >= _open.Length) Grow(place);
        _open[place] = value;
    }

    /// <summary>Packs what is open, and begins anew.</summary>
    private void Close()
    {
        if (_open.Length == 0)
        {
            Append(default);
            return;
        }

        if (_open.Length < PackedBlock.Length) Grow(Mask);
        var block = PackedBlock.Pack(_open);
        _packedBytes += block.MemoryBytes;
        Append(block);
        Array.Fill(_open, PackedBlock.Unknown);
    }

    private void Append(in PackedBlock block)
    {
        if (_count == _packed.Length) Array.Resize(ref _packed, Math.Max(FirstLength, 2 * _count));
        _packed[_count++] = block;
    }

    private void Grow(int place)
    {
        var old = _open.Length;
        var length = Math.Max(old, FirstLength);
        while (length <= place) length *= 2;
        Array.Resize(ref _open, length);
        _open.AsSpan(old).Fill(PackedBlock.Unknown);
    }

    private void Repack(int block, int place, long value)
    {
        Span<long> values = stackalloc long[PackedBlock.Length];
        _packed[block].CopyTo(values);
        values[place] = value;
        Pack(block, values);
    }

    private void Pack(int block, ReadOnlySpan<long> values)
    {
        ref var place = ref _packed[block];
        _packedBytes -= place.MemoryBytes;
        place = PackedBlock.Pack(values);
        _packedBytes += place.MemoryBytes;
    }
}
