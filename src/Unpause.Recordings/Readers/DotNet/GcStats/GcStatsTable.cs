namespace Unpause.Recordings.Readers.DotNet.GcStats;

/// <summary>A table of the page, row by row; the last header with a known column says what the cells are.</summary>
internal sealed class GcStatsTable
{
    private const int MostCells = 64, MostBytes = 64;

    private readonly byte[] _bytes = new byte[MostCells * MostBytes];
    private readonly int[] _lengths = new int[MostCells];
    private readonly GcStatsColumn[] _columns = new GcStatsColumn[MostCells];
    private int _count;
    private bool _isOpen, _isHeader;

    /// <summary>Takes the text in front of a tag.</summary>
    public void Text(ReadOnlySpan<byte> text)
    {
        if (!_isOpen || text.IsEmpty) return;
        ref var length = ref _lengths[_count - 1];
        var cell = _bytes.AsSpan((_count - 1) * MostBytes, MostBytes);
        // Parts of a cell are on lines of their own: Pause<BR/>MSec.
        if (length > 0 && length < MostBytes) cell[length++] = (byte)' ';
        var kept = Math.Min(text.Length, MostBytes - length);
        text[..kept].CopyTo(cell[length..]);
        length += kept;
    }

    /// <summary>Takes a tag. True when a row of cells has ended.</summary>
    public bool Tag(ReadOnlySpan<byte> name)
    {
        var isHeader = name.SequenceEqual("th"u8);
        if (isHeader || name.SequenceEqual("td"u8))
        {
            _isOpen = _count < MostCells;
            if (_isOpen) _lengths[_count++] = 0;
            _isHeader |= isHeader;
            return false;
        }

        if (name.SequenceEqual("/td"u8) || name.SequenceEqual("/th"u8)) _isOpen = false;
        else if (name.SequenceEqual("tr"u8)) Clear();
        else if (name.SequenceEqual("/table"u8)) Array.Fill(_columns, GcStatsColumn.None);
        else if (name.SequenceEqual("/tr"u8)) return EndRow();
        return false;
    }

    /// <summary>A cell of the row that has ended; empty where it has none with that column.</summary>
    public ReadOnlySpan<byte> Cell(GcStatsColumn column)
    {
        var at = Array.IndexOf(_columns, column, 0, _count);
        return at < 0 ? default : Cell(at);
    }

    /// <summary>Whether the row has all columns of a collection.</summary>
    public bool HasCollection => Array.IndexOf(_columns, GcStatsColumn.Start, 0, _count) >= 0
        && Array.IndexOf(_columns, GcStatsColumn.Pause, 0, _count) >= 0;

    /// <summary>The row as a collection.</summary>
    public GcStatsRow ToCollection()
    {
        var row = default(GcStatsRow);
        for (var i = 0; i < _count; i++) row.Take(_columns[i], Cell(i));
        return row;
    }

    private bool EndRow()
    {
        _isOpen = false;
        if (!_isHeader) return _count > 1;
        if (_count > 1)
        {
            Array.Fill(_columns, GcStatsColumn.None);
            for (var i = 0; i < _count; i++) _columns[i] = GcStatsColumns.OfHeader(Cell(i));
        }

        Clear();
        return false;
    }

    private ReadOnlySpan<byte> Cell(int at) => _bytes.AsSpan(at * MostBytes, _lengths[at]);

    private void Clear() => (_count, _isOpen, _isHeader) = (0, false, false);
}
