namespace Unpause.IO;

/// <content>Where a position lies, and how segments are added.</content>
public sealed partial class PooledMemoryStream
{
    /// <summary>Makes the segment at a position the current one; none when the position is beyond all.</summary>
    private void MoveTo(long position)
    {
        var within = position - _segmentStart;
        if (within >= 0 && within < _segmentLength)
        {
            _offset = (int)within;
            return;
        }

        if (_table is null)
        {
            MoveToOnly(position);
        }
        else if (position < _capacity)
        {
            Enter(_table.IndexOf(position), position);
        }
        else
        {
            Leave(position);
        }
    }

    /// <summary>With one segment it stays the current one, even when the position is right behind it.</summary>
    private void MoveToOnly(long position)
    {
        if (position <= _capacity && _segmentStart == 0)
        {
            _offset = (int)position;
            return;
        }

        // The only segment must not get lost when the position leaves it.
        if (_count > 0) MakeTable(_segment);
        if (_count > 0 && position < _capacity) Enter(0, position);
        else Leave(position);
    }

    private void Enter(int index, long position)
    {
        var segment = _table![index];
        _segment = segment.Array;
        _segmentStart = segment.Start;
        _segmentLength = (int)(EndOf(index) - segment.Start);
        _offset = (int)(position - segment.Start);
    }

    private long EndOf(int index) => index + 1 < _count ? _table![index + 1].Start : _capacity;

    private void Leave(long position)
    {
        _segment = [];
        _segmentStart = position;
        _segmentLength = 0;
        _offset = 0;
    }

    private void MakeTable(byte[] first)
    {
        _table = new SegmentTable();
        _table.Add(new Segment(first, 0));
    }

    /// <summary>
    /// Adds segments until an end fits, before anything is changed: where the pool fails, the stream is as it was. The position
    /// stays; where it was the end of all segments, it is the beginning of a new one.
    /// </summary>
    private void Reserve(long end)
    {
        while (_capacity < end) AddSegment((int)Math.Min(end - _capacity, FullRent));
    }

    private void AddSegment(int wanted)
    {
        if (_capacity > MaxLength - FullRent) throw new IOException("Stream was too long.");
        if (_count == 1 && _table is null) MakeTable(_segment);
        var array = Obtain(wanted, out var length);
        _table?.Add(new Segment(array, _capacity));
        if (_segmentStart + _offset == _capacity)
        {
            _segment = array;
            _segmentStart = _capacity;
            _segmentLength = length;
            _offset = 0;
        }
        else if (_table is null)
        {
            MakeTable(array);
        }

        _count++;
        _capacity += length;
    }

    /// <summary>An array, and how much of it counts: a pool may lend a longer one, whose end is nobody's.</summary>
    private byte[] Obtain(int wanted, out int length)
    {
        if (wanted <= OwnLength && _count == 0)
        {
            length = OwnLength;
            _ownsFirst = true;
            return new byte[OwnLength];
        }

        length = FullRent;
        if (wanted <= SecondRent && _capacity < SecondRent) length = SecondRent;
        if (wanted <= FirstRent && _capacity < FirstRent) length = FirstRent;
        return Rent(length);
    }

    /// <summary>Adds zeros until the stream is so long; leaves the position anywhere.</summary>
    private void ExtendWithZeros(long length)
    {
        Reserve(length);
        MoveTo(_length);
        for (var left = length - _length; left > 0;)
        {
            if (_offset == _segmentLength) MoveTo(_segmentStart + _offset);
            var count = (int)Math.Min(left, _segmentLength - _offset);
            Array.Clear(_segment, _offset, count);
            _offset += count;
            left -= count;
        }

        _length = length;
    }
}
