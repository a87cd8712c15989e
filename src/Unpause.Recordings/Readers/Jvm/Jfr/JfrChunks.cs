namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// Reads a file's chunks into memory one after the other. By default the JVM ends a chunk at 12 MB, so one
/// buffer that grows with the bytes that really come can contain any; a pipe needs no other way.
/// </summary>
internal sealed class JfrChunks(Stream stream)
{
    private byte[] _buffer = new byte[Limits.BlockBytes];
    private int _length;

    /// <summary>Why reading ended before the file did, or before a chunk did; null when all is well.</summary>
    public string? Fault { get; private set; }

    /// <summary>Chunks that were begun.</summary>
    public int Count { get; private set; }

    /// <summary>The current chunk's header.</summary>
    public JfrHeader Header { get; private set; }

    /// <summary>The current chunk's bytes; those after the last are not its own.</summary>
    public byte[] Buffer => _buffer;

    /// <summary>How many of them there are.</summary>
    public int Length => _length;

    /// <summary>Whether the current chunk is there to its end.</summary>
    public bool Whole { get; private set; }

    /// <summary>Goes to the next chunk; false at the file's end, or where no chunk begins.</summary>
    public bool MoveNext()
    {
        if (Fault is not null) return false;
        _length = 0;
        if (!Fill(JfrHeader.Bytes) && _length == 0) return false;
        if (!JfrHeader.TryRead(_buffer.AsSpan(0, _length), out var header, out var wrong))
        {
            Fault ??= wrong;
            return false;
        }

        Count++;
        Header = header;
        // What follows the last flush of a chunk in progress is still its own: nothing can come after it.
        var wanted = header.InProgress ? Limits.JfrChunkBytes : Math.Min(header.SizeBytes, Limits.JfrChunkBytes);
        Whole = Fill((int)wanted) ? header.SizeBytes == wanted : header.InProgress;
        if (header.InProgress ? _length == Limits.JfrChunkBytes : header.SizeBytes > Limits.JfrChunkBytes)
        {
            Fault = $"a chunk is larger than {Quantities.Bytes(Limits.JfrChunkBytes)}; record with a smaller maxchunksize";
        }
        else if (!Whole)
        {
            Fault ??= $"it ends {Quantities.Bytes(header.SizeBytes - _length)} before the end of its last chunk";
        }

        return true;
    }

    /// <summary>Reads until the buffer has the given number of bytes; false when there are fewer.</summary>
    private bool Fill(int wanted)
    {
        while (_length < wanted)
        {
            if (_length == _buffer.Length) Array.Resize(ref _buffer, (int)Math.Min(2L * _buffer.Length, Limits.JfrChunkBytes));
            try
            {
                var read = stream.Read(_buffer.AsSpan(_length, Math.Min(_buffer.Length, wanted) - _length));
                if (read == 0) return false;
                _length += read;
            }
            catch (Exception exception) when (exception is IOException or InvalidDataException)
            {
                Fault = exception.Message;
                return false;
            }
        }

        return true;
    }
}
