using System.Buffers;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Readers;
using Unpause.Readers.Go;
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
    private readonly SafeFileHandle _theirs;
    private readonly FileStream _ours;
    private readonly GcLineFilter _filter;
    private readonly ArrayBufferWriter<byte> _other = new();
    private readonly byte[] _buffer = new byte[64 * 1024];
    private long _read;

    private GoTraceSession(SafeFileHandle theirs, string ours, GoProgramLine program)
    {
        _theirs = theirs;
        _ours = new FileStream(ours, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, 0);
        _filter = new GcLineFilter((time, line) => GcTraceFile.Write(_ours, time, line), keepLines: false, chunksAreWrites: false);
        _read = RandomAccess.GetLength(theirs);
        _ours.Write(program.ToBytes());
    }

    /// <summary>How often <see cref="Take"/> is to be called: a line's stamp is so much late at most.</summary>
    public static TimeSpan Look { get; } = TimeSpan.FromMilliseconds(10);

    /// <summary>The file's name as the process has it.</summary>
    public required string Name { get; init; }

    /// <summary>What was recorded, and what of the time before is in the file.</summary>
    public required IReadOnlyList<RecordingInput> Inputs { get; init; }

    /// <summary>Begins to read; null where the program prints no lines into a file that can be read.</summary>
    /// <param name="process">The program.</param>
    /// <param name="description">What is known of it.</param>
    /// <param name="options">How much of the time before is wanted, and where the recording is kept.</param>
    /// <param name="folder">Where it is written.</param>
    /// <param name="name">The file's name there, without its end.</param>
    /// <exception cref="ObstacleException">The recording can't be written.</exception>
    public static GoTraceSession? Begin(
        ProcessView process, LiveProcess description, LiveOptions options, LiveFolder folder, string name)
    {
        if (!GoTraceOutput.IsOn(process) || GoTraceOutput.Open(process) is not { } theirs) return null;
        try
        {
            name += ".gctrace";
            var (path, own) = (folder.MakeFile(name), GoTraceOutput.Name(process));
            var begin = RandomAccess.GetLength(theirs);
            var before = options.Before > TimeSpan.Zero ? GoTraceTail.StartOf(theirs, begin, options.Before) : begin;
            var held = $"/proc/self/fd/{(int)theirs.DangerousGetHandle()}";
            var live = new RecordingInput(
                options.Folder is { } kept ? Path.Combine(kept, name) : $"process {process.Id}", () => LiveFiles.Open([path]));
            var earlier = new RecordingInput($"{own}, before", () => new ConcatenatedStream([new FilePart(held, before, begin)]));
            return new GoTraceSession(theirs, path, Program(process, description))
            {
                Name = own,
                Inputs = before == begin ? [live] : [live, earlier],
            };
        }
        catch
        {
            theirs.Dispose();
            throw;
        }
    }

    /// <summary>Takes what was written since the last look.</summary>
    public void Take()
    {
        var length = RandomAccess.GetLength(_theirs);
        // Emptied by copytruncate: it begins again.
        if (length < _read) _read = 0;
        while (_read < length && RandomAccess.Read(_theirs, _buffer, _read) is var count and > 0)
        {
            _read += count;
            _filter.Push(_buffer.AsSpan(0, count), UnixTime.NowNanoseconds, _other);
            _other.ResetWrittenCount();
        }
    }

    /// <summary>Takes the last lines; the file of the time before stays open until Dispose.</summary>
    public void Finish()
    {
        Take();
        _filter.End(_other);
        _ours.Dispose();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _ours.Dispose();
        _theirs.Dispose();
    }

    /// <summary>Whose lines these are, which they don't tell.</summary>
    private static GoProgramLine Program(ProcessView process, LiveProcess description)
    {
        // Both times are to 10 ms, and the line is to tell a moment before the start.
        var started = process.StartedByUptime - TimeSpan.FromMilliseconds(20) - DateTimeOffset.UnixEpoch;
        return new GoProgramLine(
            process.Id, Math.Max(0, started.Ticks) * TimeSpan.NanosecondsPerTick, description.Version,
            string.Join(' ', description.Command));
    }
}
