using System.Buffers.Binary;

namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>The bytes of one block of a .nettrace file; grows as they arrive, so that a lying length costs nothing.</summary>
internal sealed class FrameBuffer
{
    private const int Step = 64 * 1024;
    private byte[] _bytes = new byte[Step];

    /// <summary>Number of bytes in the buffer.</summary>
    public int Length { get; private set; }

    /// <summary>The bytes in the buffer.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, Length);

    public void Clear() => Length = 0;

    /// <summary>Reads exactly <paramref name="count"/> more bytes; false when the stream ends before.</summary>
    public bool TryFill(Stream stream, int count)
    {
        var end = Length + count;
        while (Length < end)
        {
            if (Length == _bytes.Length) Array.Resize(ref _bytes, Math.Min(end, _bytes.Length * 2));
            var read = stream.Read(_bytes.AsSpan(Length, Math.Min(end, _bytes.Length) - Length));
            if (read == 0) return false;
            Length += read;
        }

        return true;
    }

    public void Add(byte value)
    {
        if (Length == _bytes.Length) Array.Resize(ref _bytes, _bytes.Length + Step);
        _bytes[Length++] = value;
    }

    /// <summary>The little-endian 32-bit number in the last four bytes.</summary>
    public int LastInt32 => BinaryPrimitives.ReadInt32LittleEndian(_bytes.AsSpan(Length - 4, 4));

    public byte LastByte => _bytes[Length - 1];
}
