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
        if (_count > 0) MakeTable();
        if (_count > 0 && position < _capacity) Enter(0, position);
        else Leave(position);
    }

    private void Enter(int index, long position)
    {
        var segment = _table![index];
        _segment = segment.Array;
        _segmentStart = segment.Start;
        _segmentLength = (int)((index + 1 < _count ? _table[index + 1].Start : _capacity) - segment.Start);
        _offset = (int)(position - segment.Start);
    }

    private void Leave(long position)
    {
        _segment = [];
        _segmentStart = position;
        _segmentLength = 0;
        _offset = 0;
    }

    private void MakeTable()
    {
        _table = new SegmentTable();
        _table.Add(new Segment(_segment, 0));
    }

    /// <summary>Adds a segment at the end of all and makes it the current one; the position must be there.</summary>
    private void Append(int wanted)
    {
        if (_capacity > MaxLength - FullRent) throw new IOException("Stream was too long.");
        if (_count == 1 && _table is null) MakeTable();
        var array = Obtain(wanted);
        _table?.Add(new Segment(array, _capacity));
        _count++;
        _segmentStart = _capacity;
        _capacity += array.Length;
        _segment = array;
        _segmentLength = array.Length;
        _offset = 0;
    }

    private byte[] Obtain(int wanted)
    {
        if (wanted <= OwnLength && _count == 0)
        {
            _ownsFirst = true;
            return new byte[OwnLength];
        }

        if (wanted <= FirstRent && _capacity < FirstRent) return Rent(FirstRent);
        if (wanted <= SecondRent && _capacity < SecondRent) return Rent(SecondRent);

        // More than a full segment is wanted only by GetSpan, which has to give it in one piece.
        return Rent(Math.Max(wanted, FullRent));
    }

    /// <summary>Adds segments and zeros until the stream is so long; leaves the position anywhere.</summary>
    private void ExtendWithZeros(long length)
    {
        MoveTo(_length);
        for (var left = length - _length; left > 0;)
        {
            if (_offset == _segmentLength) NextSegment((int)Math.Min(left, FullRent));
            var count = (int)Math.Min(left, _segmentLength - _offset);
            Array.Clear(_segment, _offset, count);
            _offset += count;
            left -= count;
        }

        _length = length;
    }

    /// <summary>Goes from the end of a segment to the beginning of the next, which is added when there is none.</summary>
    private void NextSegment(int wanted)
    {
        var position = _segmentStart + _offset;
        if (position < _capacity) Enter(_table!.IndexOf(position), position);
        else Append(wanted);
    }
}
