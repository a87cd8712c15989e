using System.Runtime.CompilerServices;

namespace Unpause.IO;

/// <content>What the stream's buffer writer needs: the free bytes behind the end.</content>
public sealed partial class PooledMemoryStream
{
    // A span has up to so much more than was asked for, as far as there is room.
    private const int Surplus = 255;

    /// <summary>A span behind the end in the current segment; empty when the position is elsewhere or too little is free.</summary>
    /// <remarks>
    /// Little more than was asked for: a mistaken Advance must not make what others left in the pool a part of the stream.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Span<byte> Lend(int wanted)
    {
        var room = _segmentLength - _offset;
        if ((uint)(wanted - 1) >= (uint)room || _segmentStart + _offset != _length) return default;
        return new Span<byte>(_segment, _offset, Math.Min(room, wanted | Surplus));
    }

    /// <summary>The position.</summary>
    internal long At => _segmentStart + _offset;

    /// <summary>The length.</summary>
    internal long End => _length;

    /// <summary>
    /// All that is free in the current segment, when the position is the end; goes on to the next segment, or adds one, where it is full.
    /// </summary>
    internal Memory<byte> Reach(int wanted)
    {
        var position = _segmentStart + _offset;
        if (position != _length) return default;
        if (_offset == _segmentLength)
        {
            if (wanted > FullRent) return default;
            if (position == _capacity) AddSegment(wanted);
            MoveTo(position);
        }

        return new Memory<byte>(_segment, _offset, _segmentLength - _offset);
    }

    /// <summary>Makes bytes that were lent at a place a part of the stream, when that still is both the position and the end.</summary>
    internal bool TryExtend(long at, int count)
    {
        if (_segmentStart + _offset != at || _length != at) return false;

        // Who reads from before up to this place is at the end of the segment before; what was lent is in the next one.
        if (_offset == _segmentLength) MoveTo(at);
        _offset += count;
        _length = at + count;
        return true;
    }
}
