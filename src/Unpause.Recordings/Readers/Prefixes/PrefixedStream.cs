using System.Runtime.ExceptionServices;

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
        var (quoted, timed) = (false, false);
        foreach (var read in prefixes)
        {
            if (!read(line, out var prefix)) continue;
            if (prefix.UnixNanoseconds is { } unix && !timed)
            {
                timed = true;
                Times.Add(_lines.Number, unix, prefix.GrainNanoseconds);
            }

            line = prefix.Slice(line);
            quoted |= prefix.Quoted;
        }

        _start = 0;
        _end = quoted ? QuotedText.Decode(line, _buffer) : Copy(line);
        if (!_lines.Torn) _buffer[_end++] = (byte)'\n';
        return true;
    }

    private int Copy(ReadOnlySpan<byte> line)
    {
        line.CopyTo(_buffer);
        return line.Length;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing) inner.Dispose();
        base.Dispose(disposing);
    }
}
