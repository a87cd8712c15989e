using Microsoft.Win32.SafeHandles;
using Unpause.Recordings.Readers;

namespace Unpause.Recorder.Live;

/// <summary>Reads a file that is still being written: at its end it waits for more until the writer has finished.</summary>
internal sealed class GrowingFile(SafeFileHandle file, Func<bool> finished) : ForwardStream
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(50);
    private readonly FileStream _file = new(file, FileAccess.Read, 0);

    public override int Read(Span<byte> buffer)
    {
        while (true)
        {
            // Checked before reading, so that the last bytes written are read once more.
            var last = finished();
            var read = _file.Read(buffer);
            if (read > 0 || last || buffer.IsEmpty) return read;
            Thread.Sleep(Look);
        }
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing) _file.Dispose();
        base.Dispose(disposing);
    }
}
