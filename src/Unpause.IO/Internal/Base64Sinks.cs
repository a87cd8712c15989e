using System.Buffers;
using System.Buffers.Text;
using System.Xml;

namespace Unpause.IO;

/// <summary>Where Base64 goes. Gets groups of three bytes; only the last call may have fewer.</summary>
internal interface IBase64Sink : IDisposable
{
    /// <summary>The most bytes a call may have; a multiple of three.</summary>
    int BlockLength { get; }

    void Write(byte[] buffer, int offset, int count);

#if NET
    void Write(ReadOnlySpan<byte> bytes);
#endif

    Task WriteAsync(byte[] buffer, int offset, int count);
}

/// <summary>Lets the writer encode: what a dictionary writer does best itself.</summary>
internal sealed class WriterSink(XmlWriter writer) : IBase64Sink
{
#if NET
    private const int CopiedBlock = 12_288;
#endif

    public int BlockLength => int.MaxValue - 1;

    public void Write(byte[] buffer, int offset, int count) => writer.WriteBase64(buffer, offset, count);

#if NET
    public void Write(ReadOnlySpan<byte> bytes)
    {
        var rented = ArrayPool<byte>.Shared.Rent(Math.Min(bytes.Length, CopiedBlock));
        try
        {
            while (!bytes.IsEmpty)
            {
                var count = Math.Min(bytes.Length, CopiedBlock);
                bytes.Slice(0, count).CopyTo(rented);
                writer.WriteBase64(rented, 0, count);
                bytes = bytes.Slice(count);
            }
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }
#endif

    public Task WriteAsync(byte[] buffer, int offset, int count)
    {
        if (writer.Settings is { Async: true }) return writer.WriteBase64Async(buffer, offset, count);
        Write(buffer, offset, count);
        return Task.CompletedTask;
    }

    public void Dispose()
    {
    }
}

/// <summary>Encodes to characters and gives them to the writer as raw text: none of the 64 needs escaping.</summary>
internal sealed class RawSink(XmlWriter writer) : IBase64Sink
{
    private char[]? _text = ArrayPool<char>.Shared.Rent(16_384);

    public int BlockLength => 12_288;

    public void Write(byte[] buffer, int offset, int count) => writer.WriteRaw(_text!, 0, Encode(buffer, offset, count));

#if NET
    public void Write(ReadOnlySpan<byte> bytes)
    {
        Convert.TryToBase64Chars(bytes, _text, out var written);
        writer.WriteRaw(_text!, 0, written);
    }
#endif

    public Task WriteAsync(byte[] buffer, int offset, int count)
    {
        if (writer.Settings is { Async: true }) return writer.WriteRawAsync(_text!, 0, Encode(buffer, offset, count));
        Write(buffer, offset, count);
        return Task.CompletedTask;
    }

    public void Dispose()
    {
        if (_text is { } text) ArrayPool<char>.Shared.Return(text);
        _text = null;
    }

    private int Encode(byte[] buffer, int offset, int count) => Convert.ToBase64CharArray(buffer, offset, count, _text!, 0);
}

/// <summary>Encodes to ASCII bytes and writes them to the stream behind the writer.</summary>
internal sealed class OutputSink(Stream output) : IBase64Sink
{
    private byte[]? _text = ArrayPool<byte>.Shared.Rent(16_384);

    public int BlockLength => 12_288;

    public void Write(byte[] buffer, int offset, int count) => Write(new ReadOnlySpan<byte>(buffer, offset, count));

    public void Write(ReadOnlySpan<byte> bytes)
    {
        if (output is PooledMemoryStream pooled) EncodeInto(pooled, bytes);
        else output.Write(_text!, 0, Encode(bytes));
    }

    public Task WriteAsync(byte[] buffer, int offset, int count)
    {
        var bytes = new ReadOnlySpan<byte>(buffer, offset, count);
        if (output is not PooledMemoryStream pooled) return output.WriteAsync(_text!, 0, Encode(bytes));
        EncodeInto(pooled, bytes);
        return Task.CompletedTask;
    }

    public void Dispose()
    {
        if (_text is { } text) ArrayPool<byte>.Shared.Return(text);
        _text = null;
    }

    private static void EncodeInto(PooledMemoryStream output, ReadOnlySpan<byte> bytes)
    {
        Base64.EncodeToUtf8(bytes, output.GetSpan(Base64.GetMaxEncodedToUtf8Length(bytes.Length)), out _, out var written);
        output.Advance(written);
    }

    private int Encode(ReadOnlySpan<byte> bytes)
    {
        Base64.EncodeToUtf8(bytes, _text, out _, out var written);
        return written;
    }
}
