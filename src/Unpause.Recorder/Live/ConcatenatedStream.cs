using Unpause.Recordings.Readers;

namespace Unpause.Recorder.Live;

/// <summary>Parts of files in sequence; each is opened when it is reached.</summary>
internal sealed class ConcatenatedStream(IReadOnlyList<FilePart> parts) : ForwardStream
{
    private int _next;
    private FileStream? _current;
    private long _left;

    public override int Read(Span<byte> buffer)
    {
        while (buffer.Length > 0)
        {
            if (_current is null && !Advance()) return 0;
            var read = _left == 0 ? 0 : _current!.Read(buffer[..(int)Math.Min(buffer.Length, _left)]);
            _left -= read;
            if (read > 0) return read;
            _current!.Dispose();
            _current = null;
        }

        return 0;
    }

    protected override void Dispose(bool disposing)
    {
        _current?.Dispose();
        base.Dispose(disposing);
    }

    private bool Advance()
    {
        if (_next >= parts.Count) return false;
        var part = parts[_next++];
        _current = new FileStream(part.Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);
        _current.Position = part.Start;
        _left = part.End is { } end ? Math.Max(0, end - part.Start) : long.MaxValue;
        return true;
    }
}
