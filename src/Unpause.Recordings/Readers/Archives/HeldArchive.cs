namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// An archive in memory: zip and 7z have their list of files at the end, which a pipe or another archive cannot be searched for. Kept in
/// blocks, so that a growing copy is never held twice.
/// </summary>
internal sealed class HeldArchive : Stream
{
    private const int BlockBytes = 1024 * 1024;

    private readonly List<byte[]> _blocks;
    private readonly long _length;
    private long _position;

    private HeldArchive(List<byte[]> blocks, long length) => (_blocks, _length) = (blocks, length);

    /// <summary>Copies an archive.</summary>
    /// <param name="kind">Its format, for the message.</param>
    /// <exception cref="InvalidDataException">It is longer than what is held in memory.</exception>
    public static HeldArchive Of(string kind, Stream content)
    {
        var blocks = new List<byte[]>();
        long length = 0;
        while (true)
        {
            var used = (int)(length % BlockBytes);
            if (used == 0) blocks.Add(new byte[BlockBytes]);
            var read = content.Read(blocks[^1].AsSpan(used));
            if (read == 0) return new HeldArchive(blocks, length);
            length += read;
            if (length > Limits.HeldArchiveBytes)
            {
                var most = Quantities.Bytes((double)Limits.HeldArchiveBytes);
                throw new InvalidDataException(
                    $"more than {most} of a {kind} archive can only be read from a file of its own: unpack it first");
            }
        }
    }

    public override bool CanRead => true;

    public override bool CanSeek => true;

    public override bool CanWrite => false;

    public override long Length => _length;

    public override long Position
    {
        get => _position;
        set => _position = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value));
    }

    public override int Read(Span<byte> buffer)
    {
        if (_position >= _length) return 0;
        var start = (int)(_position % BlockBytes);
        var count = (int)Math.Min(Math.Min(buffer.Length, BlockBytes - start), _length - _position);
        _blocks[(int)(_position / BlockBytes)].AsSpan(start, count).CopyTo(buffer);
        _position += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override long Seek(long offset, SeekOrigin origin) => Position = offset + origin switch
    {
        SeekOrigin.Begin => 0,
        SeekOrigin.Current => _position,
        _ => _length,
    };

    public override void Flush()
    {
    }

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
