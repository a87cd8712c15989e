using System.Buffers.Text;

namespace Unpause.Recordings.Cycles;

/// <summary>Reads the fields of a line separated by tabs.</summary>
/// <param name="line">The line.</param>
internal ref struct TabbedLine(ReadOnlySpan<byte> line)
{
    private ReadOnlySpan<byte> _rest = line;
    private bool _ended;

    /// <summary>The next field; empty when there is none.</summary>
    public ReadOnlySpan<byte> Text()
    {
        if (_ended) return [];
        var tab = _rest.IndexOf((byte)'\t');
        var field = tab < 0 ? _rest : _rest[..tab];
        _ended = tab < 0;
        _rest = tab < 0 ? [] : _rest[(tab + 1)..];
        return field;
    }

    /// <summary>The next field as a non-negative number; false for other text.</summary>
    public bool TryNumber(out long number)
    {
        var field = Text();
        return Utf8Parser.TryParse(field, out number, out var used) && used == field.Length && number >= 0;
    }

    /// <summary>The next field as a number below a limit.</summary>
    public bool TryIndex(int bound, out int index)
    {
        var found = TryNumber(out var number) && number < bound;
        index = found ? (int)number : 0;
        return found;
    }
}
