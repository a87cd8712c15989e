namespace Unpause.Recordings.Readers.Jvm;

/// <summary>A line that waits for the next stamped one, with the lines between that have no timestamp of their own.</summary>
internal sealed class PendingLines
{
    /// <summary>Bytes kept; a line that waits for longer is taken as it is.</summary>
    private const int Most = Limits.BlockBytes;

    private readonly List<(int Start, int Length, long Number)> _lines = [];
    private byte[] _bytes = [];
    private int _used;

    /// <summary>Whether a line waits.</summary>
    public bool Any => _lines.Count > 0;

    /// <summary>Lines that wait.</summary>
    public int Count => _lines.Count;

    /// <summary>The first one's timestamp.</summary>
    public JvmStamp Stamp { get; private set; }

    /// <summary>Lets a line wait; false when there is no room.</summary>
    public bool TryAdd(ReadOnlySpan<byte> line, long number)
    {
        if (_bytes.Length == 0) _bytes = new byte[Most];
        if (line.Length > Most - _used) return false;
        line.CopyTo(_bytes.AsSpan(_used));
        _lines.Add((_used, line.Length, number));
        _used += line.Length;
        return true;
    }

    /// <summary>Lets the first line wait.</summary>
    public bool TryBegin(ReadOnlySpan<byte> line, long number, in JvmStamp stamp)
    {
        Stamp = stamp;
        return TryAdd(line, number);
    }

    /// <summary>A line that waits.</summary>
    public ReadOnlySpan<byte> Line(int index) => _bytes.AsSpan(_lines[index].Start, _lines[index].Length);

    public long Number(int index) => _lines[index].Number;

    /// <summary>Lets none wait any more; what they contain stays readable until the next is added.</summary>
    public void Clear()
    {
        _lines.Clear();
        _used = 0;
    }
}
