namespace Unpause.Recorder.Runtimes.Node;

/// <summary>Writes trace events into a file as Node.js writes its own: a JSON object with an array of them.</summary>
/// <param name="path">An existing empty file.</param>
/// <param name="most">Size in bytes at which no more events are written.</param>
[SupportedOSPlatform("linux")]
internal sealed class NodeTraceFile(string path, long most) : IDisposable
{
    private const long LeastFreeBytes = 256L << 20, BytesBetweenLooks = 16L << 20;

    // A reader can read what has been written so far.
    private readonly FileStream _file = Start(path);
    private long _looked;
    private bool _hasEvents;

    /// <summary>Why no more events are written; null while they are.</summary>
    public string? Problem { get; private set; }

    /// <summary>Bytes written.</summary>
    public long Length => _file.Position;

    /// <summary>Adds events: objects with commas between them, or a part of that.</summary>
    /// <param name="isStart">Whether they do not continue the bytes before.</param>
    public void Add(ReadOnlySpan<byte> events, bool isStart)
    {
        if (Problem is not null) return;
        try
        {
            if (_file.Position > most) Problem = $"it reached {most >> 20} MB";
            if (_file.Position - _looked > BytesBetweenLooks)
            {
                _looked = _file.Position;
                if (new DriveInfo(path).AvailableFreeSpace < LeastFreeBytes) Problem = "the disk was nearly full";
            }

            if (Problem is not null) return;
            if (isStart && _hasEvents) _file.Write(",\n"u8);
            _hasEvents = true;
            _file.Write(events);
        }
        catch (IOException e)
        {
            Problem = SystemFault.Reason(e);
        }
    }

    /// <summary>Ends the document, unless it ends within an event.</summary>
    public void Finish()
    {
        if (Problem is not null) return;
        try
        {
            _file.Write("]}\n"u8);
        }
        catch (IOException e)
        {
            Problem = SystemFault.Reason(e);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private static FileStream Start(string path)
    {
        var file = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, bufferSize: 0);
        file.Write("{\"traceEvents\":["u8);
        return file;
    }
}
