using System.Xml;

namespace Unpause.IO;

/// <content>Writing without blocking.</content>
public sealed partial class Base64XmlStream
{
    /// <inheritdoc/>
    public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        StreamThrow.IfNotRange(buffer, offset, count);
        cancellationToken.ThrowIfCancellationRequested();
        ThrowIfBusyOrDisposed();
        _isWriting = true;
        try
        {
            if (_carriedCount > 0 && FillCarried(buffer, ref offset, ref count))
            {
                await _sink.WriteAsync(_carried, 0, 3, cancellationToken).ConfigureAwait(false);
            }

            while (count >= 3)
            {
                cancellationToken.ThrowIfCancellationRequested();
                var whole = Math.Min(count - (count % 3), _sink.BlockLength);
                await _sink.WriteAsync(buffer, offset, whole, cancellationToken).ConfigureAwait(false);
                offset += whole;
                count -= whole;
            }

            Carry(buffer, offset, count);
        }
        finally
        {
            _isWriting = false;
        }
    }

#if NET
    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (System.Runtime.InteropServices.MemoryMarshal.TryGetArray(buffer, out var segment))
        {
            return new ValueTask(WriteAsync(segment.Array!, segment.Offset, segment.Count, cancellationToken));
        }

        return base.WriteAsync(buffer, cancellationToken);
    }

    /// <inheritdoc/>
    public override IAsyncResult BeginWrite(byte[] buffer, int offset, int count, AsyncCallback? callback, object? state) =>
        TaskToAsyncResult.Begin(WriteAsync(buffer, offset, count, CancellationToken.None), callback, state);

    /// <inheritdoc/>
    public override void EndWrite(IAsyncResult asyncResult) => TaskToAsyncResult.End(asyncResult);
#endif

    /// <summary>As <see cref="Flush"/>, without blocking where the writer was made for it.</summary>
    public override async Task FlushAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        ThrowIfBusyOrDisposed();
        _isWriting = true;
        try
        {
            await _sink.FlushAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _isWriting = false;
        }
    }

    /// <summary>Writes the last bytes with padding, once, without blocking where the writer was made for it.</summary>
#if NET
    public override async ValueTask DisposeAsync()
#else
    public async ValueTask DisposeAsync()
#endif
    {
        if (_disposed) return;
        ThrowIfBusyOrDisposed();
        _disposed = true;
        try
        {
            if (_carriedCount > 0 && _writer.WriteState != WriteState.Error)
            {
                await _sink.WriteAsync(_carried, 0, _carriedCount, CancellationToken.None).ConfigureAwait(false);
            }
        }
        finally
        {
            _sink.Release();
        }

        Dispose();
    }
}
