using System.Text;
using System.Xml;

namespace Unpause.IO;

/// <summary>
/// A stream that writes what it gets as Base64 text into an open element (or attribute) of an <see cref="XmlWriter"/>: a serialiser
/// can write its document straight into a WCF-style Binary element, with no byte array in between.
/// </summary>
/// <remarks>
/// One or two bytes that do not make a whole group of three wait for the next write; Dispose and DisposeAsync write them with
/// padding. Flush passes whole groups on to the writer's output and never pads. Dispose closes neither the element nor the writer.
/// <para>
/// Over an output that forbids synchronous writes (ASP.NET Core's), make the writer with <see cref="XmlWriterSettings.Async"/> and use
/// WriteAsync, FlushAsync and DisposeAsync: then all is asynchronous to the end. A writer that was not made so can only block.
/// </para>
/// </remarks>
public sealed partial class Base64XmlStream : Stream
{
    private readonly XmlWriter _writer;
    private readonly IBase64Sink _sink;
    private readonly byte[] _carried = new byte[3];
    private int _carriedCount;
    private bool _isWriting;
    private bool _disposed;

    /// <summary>A stream into the element or attribute that is open in <paramref name="writer"/>.</summary>
    public Base64XmlStream(XmlWriter writer)
    {
        StreamThrow.IfNull(writer, nameof(writer));
        _writer = writer;

        // A dictionary writer has its own form of binary content, and the fastest way to text.
        _sink = writer is XmlDictionaryWriter dictionary ? new WriterSink(dictionary) : new RawSink(writer);
    }

    private Base64XmlStream(XmlWriter writer, IBase64Sink sink)
    {
        _writer = writer;
        _sink = sink;
    }

    /// <summary>False.</summary>
    public override bool CanRead => false;

    /// <summary>False.</summary>
    public override bool CanSeek => false;

    /// <summary>True until the stream is disposed.</summary>
    public override bool CanWrite => !_disposed;

    /// <summary>Not supported.</summary>
    public override long Length
    {
        get
        {
            StreamThrow.NotSupported("seeking");
            return 0;
        }
    }

    /// <summary>Not supported.</summary>
    public override long Position
    {
        get => Length;
        set => StreamThrow.NotSupported("seeking");
    }

    /// <summary>
    /// A stream that goes around the writer: about twenty times faster, for a writer that itself writes to <paramref name="output"/>.
    /// </summary>
    /// <remarks>
    /// The caller vouches that the writer is not wrapped by another one and writes to this very stream. The element must be open;
    /// an attribute cannot be written this way. Nothing else may be written until the stream is disposed.
    /// </remarks>
    /// <exception cref="ArgumentException">The writer's encoding is not known to contain ASCII as it is.</exception>
    /// <exception cref="InvalidOperationException">No element is open.</exception>
    public static Base64XmlStream Around(XmlWriter writer, Stream output)
    {
        ThrowIfNotAround(writer, output);
        writer.WriteString(string.Empty); // closes the start tag
        writer.Flush();
        return new Base64XmlStream(writer, SinkOf(output));
    }

    /// <summary>
    /// The same as <see cref="Around"/> for an output that forbids synchronous writes; the writer must be made with
    /// <see cref="XmlWriterSettings.Async"/>.
    /// </summary>
    /// <inheritdoc cref="Around" path="/exception"/>
    public static async Task<Base64XmlStream> AroundAsync(XmlWriter writer, Stream output)
    {
        ThrowIfNotAround(writer, output);
        await writer.WriteStringAsync(string.Empty).ConfigureAwait(false);
        await writer.FlushAsync().ConfigureAwait(false);
        return new Base64XmlStream(writer, SinkOf(output));
    }

    /// <summary>Not supported.</summary>
    public override int Read(byte[] buffer, int offset, int count)
    {
        StreamThrow.NotSupported("reading");
        return 0;
    }

    /// <summary>Not supported.</summary>
    public override long Seek(long offset, SeekOrigin origin) => Length;

    /// <summary>Not supported.</summary>
    public override void SetLength(long value) => StreamThrow.NotSupported("seeking");

    /// <summary>Passes on to the output what was written, except for bytes that must wait for what follows.</summary>
    public override void Flush()
    {
        ThrowIfBusyOrDisposed();
        _sink.Flush();
    }

    /// <inheritdoc/>
    public override void Write(byte[] buffer, int offset, int count)
    {
        StreamThrow.IfNotRange(buffer, offset, count);
        ThrowIfBusyOrDisposed();
        if (_carriedCount > 0 && FillCarried(buffer, ref offset, ref count)) _sink.Write(_carried, 0, 3);
        while (count >= 3)
        {
            var whole = Math.Min(count - (count % 3), _sink.BlockLength);
            _sink.Write(buffer, offset, whole);
            offset += whole;
            count -= whole;
        }

        Carry(buffer, offset, count);
    }

#if NET
    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> buffer)
    {
        ThrowIfBusyOrDisposed();
        while (_carriedCount > 0 && !buffer.IsEmpty)
        {
            WriteByte(buffer[0]);
            buffer = buffer.Slice(1);
        }

        while (buffer.Length >= 3)
        {
            var whole = Math.Min(buffer.Length - (buffer.Length % 3), _sink.BlockLength);
            _sink.Write(buffer.Slice(0, whole));
            buffer = buffer.Slice(whole);
        }

        foreach (var value in buffer) _carried[_carriedCount++] = value;
    }
#endif

    /// <inheritdoc/>
    public override void WriteByte(byte value)
    {
        ThrowIfBusyOrDisposed();
        _carried[_carriedCount++] = value;
        if (_carriedCount < 3) return;
        _carriedCount = 0;
        _sink.Write(_carried, 0, 3);
    }

    /// <summary>Writes the last bytes with padding, once.</summary>
    protected override void Dispose(bool disposing)
    {
        if (disposing && !_disposed)
        {
            ThrowIfBusyOrDisposed();
            _disposed = true;
            try
            {
                if (_carriedCount > 0 && _writer.WriteState != WriteState.Error) _sink.Write(_carried, 0, _carriedCount);
            }
            finally
            {
                _sink.Release();
            }
        }

        base.Dispose(disposing);
    }

    private static void ThrowIfNotAround(XmlWriter writer, Stream output)
    {
        StreamThrow.IfNull(writer, nameof(writer));
        StreamThrow.IfNull(output, nameof(output));
        if (!ContainsAscii(writer.Settings?.Encoding))
        {
            throw new ArgumentException("The writer's encoding is not UTF-8, ASCII or Latin-1, or it does not tell.", nameof(writer));
        }

        if (writer.WriteState is not (WriteState.Element or WriteState.Content))
        {
            throw new InvalidOperationException($"No element is open: the writer's state is {writer.WriteState}.");
        }
    }

    // An encoding of the user's own may call itself what it is not.
    private static bool ContainsAscii(Encoding? encoding) =>
        encoding?.CodePage is 65001 or 20127 or 28591 && encoding.GetType().Assembly == typeof(Encoding).Assembly;

    private static IBase64Sink SinkOf(Stream output) =>
        output is PooledMemoryStream pooled ? new PooledSink(pooled) : new OutputSink(output);

    /// <summary>Takes bytes to what waits; true when that is a whole group, to be written now.</summary>
    private bool FillCarried(byte[] buffer, ref int offset, ref int count)
    {
        while (_carriedCount < 3 && count > 0)
        {
            _carried[_carriedCount++] = buffer[offset++];
            count--;
        }

        if (_carriedCount < 3) return false;
        _carriedCount = 0;
        return true;
    }

    private void Carry(byte[] buffer, int offset, int count)
    {
        for (; count > 0; count--) _carried[_carriedCount++] = buffer[offset++];
    }

    private void ThrowIfBusyOrDisposed()
    {
        if (_disposed) StreamThrow.Disposed(nameof(Base64XmlStream));
        if (_isWriting) throw new InvalidOperationException("An asynchronous write is under way: await it first.");
    }
}
