using System.Buffers;

namespace Unpause.Reports.Documents.Json;

/// <summary>
/// Passes each full block to a stream at once. A JSON writer over a stream keeps all output until it is flushed, which generated code never
/// does.
/// </summary>
internal sealed class StreamedBytes(Stream output) : IBufferWriter<byte>
{
    private const int Block = 16 * 1024;

    private byte[] _block = new byte[Block];

    /// <inheritdoc/>
    public void Advance(int count) => output.Write(_block, 0, count);

    /// <inheritdoc/>
    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        if (sizeHint > _block.Length) _block = new byte[sizeHint];
        return _block;
    }

    /// <inheritdoc/>
    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}
