using System.Globalization;
using System.Runtime.ExceptionServices;
using System.Text;

namespace Unpause.Recordings.Readers.Prefixes;

/// <summary>Gives lines without the prefixes that containers and log collectors put in front of them.</summary>
/// <param name="inner">The lines with their prefixes; closed with this one.</param>
internal sealed class PrefixedStream(Stream inner, IReadOnlyList<ReadsPrefix> prefixes) : ForwardStream
{
    private readonly LineReader _lines = new(inner);
    private readonly byte[] _buffer = new byte[Limits.BlockBytes + 1];
    private int _start;
    private int _end;

    /// <summary>When the lines arrived.</summary>
    public LineTimes Times { get; } = new();

    public override int Read(Span<byte> buffer)
    {
        var count = 0;
        while (count < buffer.Length)
        {
            if (_start == _end && !Next())
            {
                // A failure is reported after everything that was read.
                if (count == 0 && _lines.Failure is { } failure) ExceptionDispatchInfo.Throw(failure);
                break;
            }

            var length = Math.Min(buffer.Length - count, _end - _start);
            _buffer.AsSpan(_start, length).CopyTo(buffer[count..]);
            _start += length;
            count += length;
        }

        return count;
    }

    private bool Next()
    {
        if (!_lines.MoveNext()) return false;
        var line = _lines.Line;
        var (json, timed) = (false, false);
        foreach (var read in prefixes)
        {
            if (!read(line, out var prefix)) continue;
            if (prefix.UnixNanoseconds is { } unix && !timed)
            {
                timed = true;
                Times.Add(_lines.Number, unix, prefix.GrainNanoseconds);
            }

            line = prefix.Slice(line);
            json |= prefix.Json;
        }

        _start = 0;
        _end = json ? Unescape(line) : Copy(line);
        if (!_lines.Torn) _buffer[_end++] = (byte)'\n';
        return true;
    }

    private int Copy(ReadOnlySpan<byte> line)
    {
        line.CopyTo(_buffer);
        return line.Length;
    }

    /// <summary>Undoes a JSON string's escapes (RFC 8259); the line's own end, which is one of them, is left out.</summary>
    private int Unescape(ReadOnlySpan<byte> text)
    {
        var written = 0;
        for (var i = 0; i < text.Length; i++)
        {
            if (text[i] != '\\' || i + 1 == text.Length)
            {
                _buffer[written++] = text[i];
                continue;
            }

            switch (text[++i])
            {
                case (byte)'n' or (byte)'r': break;
                case (byte)'t': _buffer[written++] = (byte)'\t'; break;
                case (byte)'u' when TryReadUnit(text[(i + 1)..], out var unit):
                    // Never longer than the six bytes of its escape.
                    written += new Rune(char.IsSurrogate(unit) ? '\uFFFD' : unit).EncodeToUtf8(_buffer.AsSpan(written));
                    i += 4;
                    break;
                default: _buffer[written++] = text[i]; break;
            }
        }

        return written;
    }

    private static bool TryReadUnit(ReadOnlySpan<byte> digits, out char unit)
    {
        unit = default;
        if (digits.Length < 4 || !ushort.TryParse(digits[..4], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value))
        {
            return false;
        }

        unit = (char)value;
        return true;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing) inner.Dispose();
        base.Dispose(disposing);
    }
}
