using System.Buffers;

namespace Unpause.Reports.Html;

/// <summary>
/// Passes JSON on into an HTML script element. <c>&lt;</c>, <c>&gt;</c> and <c>&amp;</c> become JSON escapes, so that no
/// text can end the element or open a comment in it (HTML, "restrictions for contents of script elements"). In JSON these
/// bytes stand only inside strings, whatever the writer's encoder lets through. The target stays open.
/// </summary>
internal sealed class ScriptDataStream(Stream target) : Stream
{
    private static readonly SearchValues<byte> Dangerous = SearchValues.Create("<>&"u8);

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (buffer.IndexOfAny(Dangerous) is var at and >= 0)
        {
            target.Write(buffer[..at]);
            target.Write(Escape(buffer[at]));
            buffer = buffer[(at + 1)..];
        }

        target.Write(buffer);
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush() => target.Flush();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private static ReadOnlySpan<byte> Escape(byte character) => character switch
    {
        (byte)'<' => "\\u003C"u8,
        (byte)'>' => "\\u003E"u8,
        _ => "\\u0026"u8,
    };
}
