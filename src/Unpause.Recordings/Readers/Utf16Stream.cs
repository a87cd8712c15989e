namespace Unpause.Recordings.Readers;

/// <summary>
/// Gives text of UTF-16 as UTF-8: what <c>java … &gt; gc.log</c> writes in Windows PowerShell. What is no character, and an odd last
/// byte, becomes U+FFFD.
/// </summary>
/// <param name="inner">From behind its byte order mark; closed with this one.</param>
/// <param name="bigEndian">The order of the bytes.</param>
internal sealed class Utf16Stream(Stream inner, bool bigEndian) : ForwardStream
{
    private const int Chars = 16 * 1024;

    private readonly Decoder _decoder = (bigEndian ? Encoding.BigEndianUnicode : Encoding.Unicode).GetDecoder();
    private readonly byte[] _read = new byte[2 * Chars];
    private readonly char[] _chars = new char[Chars + 2];
    private readonly byte[] _text = new byte[3 * (Chars + 2)];
    private readonly Encoder _encoder = Encoding.UTF8.GetEncoder();
    private int _start;
    private int _end;
    private bool _ended;

    /// <summary>Whether text begins as UTF-16 does, and how: by its mark, or without one by zeros between ASCII's letters.</summary>
    public static bool Is(ReadOnlySpan<byte> start, out bool bigEndian, out int markBytes)
    {
        bigEndian = start is [0xfe, 0xff, ..];
        markBytes = bigEndian || start is [0xff, 0xfe, not 0, ..] or [0xff, 0xfe] ? 2 : 0;
        if (markBytes > 0) return true;
        if (start.Length < 8) return false;
        bigEndian = start[0] == 0;
        for (var i = 0; i < 8; i++)
        {
            var zero = start[i] == 0;
            if (zero != (i % 2 == 0 == bigEndian) || (!zero && start[i] is < 9 or > 126)) return false;
        }

        return true;
    }

    public override int Read(Span<byte> buffer)
    {
        while (_start == _end)
        {
            if (_ended) return 0;
            Fill();
        }

        var count = Math.Min(buffer.Length, _end - _start);
        _text.AsSpan(_start, count).CopyTo(buffer);
        _start += count;
        return count;
    }

    private void Fill()
    {
        var read = inner.Read(_read);
        _ended = read == 0;
        var chars = _decoder.GetChars(_read.AsSpan(0, read), _chars, flush: _ended);
        _start = 0;
        _end = _encoder.GetBytes(_chars.AsSpan(0, chars), _text, flush: _ended);
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing) inner.Dispose();
        base.Dispose(disposing);
    }
}
