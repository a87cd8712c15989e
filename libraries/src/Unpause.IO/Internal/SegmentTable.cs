namespace Unpause.IO;

/// <summary>A piece of a stream: where it begins, and the array that it fills up to the next piece's beginning.</summary>
internal readonly struct Segment(byte[] array, long start)
{
    internal byte[] Array => array;

    internal long Start => start;
}

/// <summary>The segments of a stream in order, in groups of 1,024, so that the table never becomes a large object.</summary>
internal sealed class SegmentTable
{
    private const int GroupShift = 10;
    private const int GroupLength = 1 << GroupShift;

    private Segment[][] _groups = [new Segment[4]];

    internal int Count { get; private set; }

    internal Segment this[int index] => _groups[index >> GroupShift][index & (GroupLength - 1)];

    internal void Add(Segment segment)
    {
        int group = Count >> GroupShift, place = Count & (GroupLength - 1);
        if (group == _groups.Length) Array.Resize(ref _groups, group * 2);
        _groups[group] ??= new Segment[GroupLength];
        if (place == _groups[group].Length) Array.Resize(ref _groups[group], place * 4);
        _groups[group][place] = segment;
        Count++;
    }

    /// <summary>Index of the last segment that begins at or before a position.</summary>
    internal int IndexOf(long position)
    {
        int low = 0, high = Count - 1;
        if (this[high].Start <= position) return high;
        while (low < high)
        {
            var middle = (low + high + 1) >> 1;
            if (this[middle].Start <= position) low = middle;
            else high = middle - 1;
        }

        return low;
    }
}
