using System.Buffers;
using System.Buffers.Text;
using System.Xml;

namespace Unpause.IO;

/// <summary>Where Base64 goes. Gets groups of three bytes; only the last call may have fewer.</summary>
internal interface IBase64Sink
{
    /// <summary>The most bytes a call may have; a multiple of three.</summary>
    int BlockLength { get; }

    void Write(byte[] buffer, int offset, int count);

#if NET
    void Write(ReadOnlySpan<byte> bytes);
#endif

    Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken);

    void Flush();

    Task FlushAsync(CancellationToken cancellationToken);

    /// <summary>Gives back what was rented.</summary>
    void Release();
}

/// <summary>Lets the writer encode: what a dictionary writer does best itself. Its asynchronous methods need no setting.</summary>
internal sealed class WriterSink(XmlDictionaryWriter writer) : IBase64Sink
{
#if NET
    private const int CopiedBlock = 12_288;
#endif

    // The binary writer's WriteBase64Async writes the namespaces of the open start tag, throws NotImplementedException, and would write
    // them once more when asked again. Its FlushAsync keeps the place where the last text began, and the end tag then changes some byte
    // there (.NET 10). The type is internal, so it is asked of one.
    private static readonly Type BinaryWriter = XmlDictionaryWriter.CreateBinaryWriter(Stream.Null).GetType();

    private bool _canOnlyBlock = writer.GetType() == BinaryWriter;

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

    public async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        if (!_canOnlyBlock)
        {
            try
            {
                await writer.WriteBase64Async(buffer, offset, count).ConfigureAwait(false);
                return;
            }
            catch (NotImplementedException)
            {
                // Mono's, for MTOM: before anything is done.
                _canOnlyBlock = true;
            }
        }

        Write(buffer, offset, count);
    }

    public void Flush() => writer.Flush();

    public Task FlushAsync(CancellationToken cancellationToken)
    {
        if (!_canOnlyBlock) return AsyncFlush.FlushAsync(writer, isAllowed: true);
        Flush();
        return Task.CompletedTask;
    }

    public void Release()
    {
    }
}

/// <summary>Encodes to characters and gives them to the writer as raw text: none of the 64 needs escaping.</summary>
internal sealed class RawSink(XmlWriter writer) : IBase64Sink
{
    private char[]? _text = ArrayPool<char>.Shared.Rent(16_384);

    // Asked once: the runtime's asynchronous writers copy their settings for everyone who asks.
    private bool? _isAsync;

    public int BlockLength => 12_288;

    private bool IsAsync => _isAsync ??= AsyncFlush.IsAllowed(writer);

    public void Write(byte[] buffer, int offset, int count) => writer.WriteRaw(_text!, 0, Encode(buffer, offset, count));

#if NET
    public void Write(ReadOnlySpan<byte> bytes)
    {
        Convert.TryToBase64Chars(bytes, _text, out var written);
        writer.WriteRaw(_text!, 0, written);
    }
#endif

    public Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        if (IsAsync) return writer.WriteRawAsync(_text!, 0, Encode(buffer, offset, count));
        Write(buffer, offset, count);
        return Task.CompletedTask;
    }

    public void Flush() => writer.Flush();

    public Task FlushAsync(CancellationToken cancellationToken) => AsyncFlush.FlushAsync(writer, IsAsync);

    public void Release()
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

    public void Write(ReadOnlySpan<byte> bytes) => output.Write(_text!, 0, Encode(bytes));

    public Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        output.WriteAsync(_text!, 0, Encode(new ReadOnlySpan<byte>(buffer, offset, count)), cancellationToken);

    public void Flush() => output.Flush();

    public Task FlushAsync(CancellationToken cancellationToken) => output.FlushAsync(cancellationToken);

    public void Release()
    {
        if (_text is { } text) ArrayPool<byte>.Shared.Return(text);
        _text = null;
    }

    private int Encode(ReadOnlySpan<byte> bytes)
    {
        Base64.EncodeToUtf8(bytes, _text, out _, out var written);
        return written;
    }
}

/// <summary>Encodes straight into the segments of a pooled stream.</summary>
internal sealed class PooledSink(PooledMemoryStream output) : IBase64Sink
{
    private const int GroupLength = 4;

    public int BlockLength => int.MaxValue - 1;

    public void Write(byte[] buffer, int offset, int count) => Write(new ReadOnlySpan<byte>(buffer, offset, count));

    public void Write(ReadOnlySpan<byte> bytes)
    {
        var writer = output.Writer;
        while (!bytes.IsEmpty)
        {
            var span = writer.GetSpan();
            if (span.Length < GroupLength) span = writer.GetSpan(GroupLength);
            Base64.EncodeToUtf8(bytes, span, out var read, out var written);
            writer.Advance(written);
            bytes = bytes.Slice(read);
        }
    }

    public Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Write(buffer, offset, count);
        return Task.CompletedTask;
    }

    public void Flush()
    {
    }

    public Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public void Release()
    {
    }
}
