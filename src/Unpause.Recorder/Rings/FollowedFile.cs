using Microsoft.Win32.SafeHandles;
using Unpause.Recordings.Rings;

namespace Unpause.Recorder.Rings;

/// <summary>
/// An open file that another program appends to, read line by line. It never blocks: pipes, folders, devices and links are refused.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class FollowedFile : IDisposable
{
    private const int CurrentFolder = -100;

    private readonly SafeFileHandle _file;
    private readonly byte[] _buffer = new byte[LogSegment.MostLineBytes];
    private long _position;
    private int _length;
    private bool _skipping;

    private FollowedFile(SafeFileHandle file, FileFacts facts) => (_file, Facts) = (file, facts);

    /// <summary>What the kernel said of it when it was opened.</summary>
    public FileFacts Facts { get; }

    /// <summary>Lines that were too long.</summary>
    public long LongLines { get; private set; }

    /// <summary>What is at a path now, without following a link; null for nothing.</summary>
    public static FileFacts? Look(string path) => FileCalls.Look(CurrentFolder, path);

    /// <summary>Opens a regular file; null for anything else.</summary>
    /// <param name="atEnd">Whether to read only what is added from now on.</param>
    public static FollowedFile? Open(string path, bool atEnd)
    {
        var flags = FileCalls.NonBlocking | FileCalls.NoFollow | FileCalls.CloseOnExec | LibC.ONoCtty;
        var descriptor = LibC.Open(path, flags);
        if (descriptor < 0) return null;
        var file = new SafeFileHandle(descriptor, ownsHandle: true);
        if (FileCalls.Look(file) is not { IsRegular: true } facts)
        {
            file.Dispose();
            return null;
        }

        var opened = new FollowedFile(file, facts);
        if (atEnd) opened.SkipToEnd();
        return opened;
    }

    /// <summary>Whether it is shorter than what was read of it: it was truncated.</summary>
    public bool IsTruncated => FileCalls.Look(_file) is { } now && now.Size < _position;

    /// <summary>Bytes that are not read yet.</summary>
    public long Behind => FileCalls.Look(_file) is { } now ? now.Size - _position : 0;

    /// <summary>The first whole lines of the file, at most so many bytes; those that are not read yet are left out.</summary>
    public byte[] Head(int most)
    {
        var bytes = new byte[(int)Math.Min(most, _position - _length)];
        var read = RandomAccess.Read(_file, bytes, 0);
        var end = bytes.AsSpan(0, read).LastIndexOf((byte)'\n');
        return bytes[..(end + 1)];
    }

    /// <summary>Reads from the start again.</summary>
    public void Restart() => (_position, _length, _skipping) = (0, 0, false);

    /// <summary>Passes over what is there; a line of which a part is there is left out.</summary>
    public void SkipToEnd()
    {
        Restart();
        _position = FileCalls.Look(_file)?.Size ?? 0;
        Span<byte> last = stackalloc byte[1];
        _skipping = _position > 0 && RandomAccess.Read(_file, last, _position - 1) == 1 && last[0] != '\n';
    }

    /// <summary>Gives whole lines, with their ends; none when there are no more now.</summary>
    public ReadOnlySpan<byte> Read()
    {
        while (true)
        {
            var read = RandomAccess.Read(_file, _buffer.AsSpan(_length), _position);
            _position += read;
            _length += read;
            var filled = _buffer.AsSpan(0, _length);
            if (_skipping)
            {
                var end = filled.IndexOf((byte)'\n');
                if (end >= 0) Take(end + 1);
                else _length = 0;
                _skipping = end < 0;
                if (read == 0) return default;
                continue;
            }

            var lines = filled.LastIndexOf((byte)'\n') + 1;
            if (lines > 0) return filled[..lines];
            if (_length == _buffer.Length)
            {
                LongLines++;
                (_length, _skipping) = (0, true);
            }
            else if (read == 0)
            {
                return default;
            }
        }
    }

    /// <summary>The lines that <see cref="Read"/> gave are taken.</summary>
    public void Take(int bytes)
    {
        _buffer.AsSpan(bytes, _length - bytes).CopyTo(_buffer);
        _length -= bytes;
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();
}
