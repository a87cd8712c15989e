using System.Buffers;
using System.Diagnostics;
using System.Globalization;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Readers;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Stderr;

namespace Unpause.Recorder.Runtimes;

/// <summary>
/// The gc lines that a Go program writes to a file by itself, taken as they come and stamped with their arrival: nothing is turned on,
/// and the file is only read. The lines of the time before are an input of their own.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class GoTraceSession : IDisposable
{
    /// <summary>How often the file is looked at: a line's stamp is so much late at most.</summary>
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(10);

    private readonly SafeFileHandle _theirs;
    private readonly FileStream _ours;
    private readonly GcLineFilter _filter;
    private readonly ArrayBufferWriter<byte> _other = new();
    private readonly byte[] _buffer = new byte[64 * 1024];
    private readonly long _begin;
    private long _read;

    private GoTraceSession(SafeFileHandle theirs, string ours)
    {
        _theirs = theirs;
        _ours = new FileStream(ours, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 0);
        _filter = new GcLineFilter((time, line) => GcTraceFile.Write(_ours, time, line), keepLines: false, chunksAreWrites: false);
        _begin = _read = RandomAccess.GetLength(theirs);
    }

    /// <summary>Records a program that has no hard obstacle.</summary>
    /// <exception cref="ObstacleException">Its file can't be read any more, or ours not be written.</exception>
    public static LiveResult Record(ProcessView process, LiveProcess description, LiveOptions options, CancellationToken stop)
    {
        var theirs = GoTraceOutput.Open(process)
            ?? throw new ObstacleException($"the standard error of process {process.Id} is no file that can be read any more");
        var folder = LiveFolder.ForUs(options.Folder);
        try
        {
            var name = string.Create(CultureInfo.InvariantCulture, $"go-{process.Id}-{DateTimeOffset.UtcNow:yyyyMMdd-HHmmss}.gctrace");
            var (path, own) = (folder.MakeFile(name), GoTraceOutput.Name(process));
            using var session = new GoTraceSession(theirs, path);
            var before = options.Before > TimeSpan.Zero ? GoTraceTail.StartOf(theirs, session._begin, options.Before) : session._begin;
            options.Started?.Invoke($"the gc lines that it writes to {own}");
            var started = Stopwatch.GetTimestamp();
            var end = LiveWait.For(process, options.Duration, stop, session.Take, Look);
            session.Finish();
            var live = new RecordingInput(
                options.Folder is { } kept ? Path.Combine(kept, name) : $"process {process.Id}", () => LiveFiles.Open([path]));
            var held = $"/proc/self/fd/{(int)theirs.DangerousGetHandle()}";
            return new LiveResult(folder, theirs)
            {
                Inputs = before == session._begin
                    ? [live]
                    : [live, new RecordingInput($"{own}, before", () =>
                        new ConcatenatedStream([new FilePart(held, before, session._begin)]))],
                End = end,
                Duration = Stopwatch.GetElapsedTime(started),
                Process = description,
                NotRecorded = [],
            };
        }
        catch
        {
            folder.Dispose();
            theirs.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _ours.Dispose();

    /// <summary>Takes what was written since the last look.</summary>
    private LiveEnd? Take()
    {
        var length = RandomAccess.GetLength(_theirs);
        // Emptied by copytruncate: it begins again.
        if (length < _read) _read = 0;
        while (_read < length && RandomAccess.Read(_theirs, _buffer, _read) is var count and > 0)
        {
            _read += count;
            _filter.Push(_buffer.AsSpan(0, count), (DateTime.UtcNow.Ticks - DateTime.UnixEpoch.Ticks) * 100, _other);
            _other.ResetWrittenCount();
        }

        return null;
    }

    private void Finish()
    {
        Take();
        _filter.End(_other);
    }
}
