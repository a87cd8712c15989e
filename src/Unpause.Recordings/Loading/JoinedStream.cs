using Unpause.Recordings.Readers;

namespace Unpause.Recordings.Loading;

/// <summary>Reads several streams of text one after the other; a line end is put where a part lacks its last.</summary>
internal sealed class JoinedStream(IReadOnlyList<Stream> parts) : ForwardStream
{
    private int _part;
    private byte _last = (byte)'\n';

    public override int Read(Span<byte> buffer)
    {
        if (buffer.IsEmpty) return 0;
        for (; _part < parts.Count; _part++)
        {
            var read = parts[_part].Read(buffer);
            if (read > 0)
            {
                _last = buffer[read - 1];
                return read;
            }

            if (_last == '\n' || _part + 1 == parts.Count) continue;
            _last = buffer[0] = (byte)'\n';
            _part++;
            return 1;
        }

        return 0;
    }
}
