using System.Buffers;
using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Stderr;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Go;
using Unpause.Recordings.Words;

namespace Unpause.Recorder.Runtimes;

/// <summary>
/// The gctrace lines that a Go process writes to a file, read as they are written and marked with their arrival time. Nothing is enabled,
/// and the file is only read. Earlier lines are a separate input.
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

    /// <summary>How often to call <see cref="Take"/>: the maximum delay of a line's timestamp.</summary>
    public static TimeSpan Look { get; } = TimeSpan.FromMilliseconds(10);

    /// <summary>The file's name as the process sees it.</summary>
    public required string Name { get; init; }

    /// <summary>The recording, and earlier lines of the file.</summary>
    public required IReadOnlyList<RecordingInput> Inputs { get; init; }

    /// <summary>Starts to read; null when the process writes no lines to a readable file.</summary>
    /// <param name="options">How much of the earlier time is requested, and where the recording is kept.</param>
    /// <param name="folder">Folder of the recording.</param>
    /// <param name="name">The file's name there, without its extension.</param>
    /// <exception cref="ObstacleException">The recording can't be written.</exception>
    public static GoTraceSession? Begin(
        ProcessView process, LiveProcess description, LiveOptions options, LiveFolder folder, string name)
    {
        if (!GoTraceOutput.IsOn(process) || GoTraceOutput.Open(process) is not { } theirs) return null;
        try
        {
            name += GoFormats.GctraceExtension;
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

    /// <summary>Reads what was written since the last call.</summary>
    public void Take()
    {
        var length = RandomAccess.GetLength(_theirs);
        // Truncated by copytruncate: it starts again.
        if (length < _read) _read = 0;
        while (_read < length && RandomAccess.Read(_theirs, _buffer, _read) is var count and > 0)
        {
            _read += count;
            _filter.Push(_buffer.AsSpan(0, count), UnixTime.NowNanoseconds, _other);
            _other.ResetWrittenCount();
        }
    }

    /// <summary>Reads the last lines; the file with earlier lines stays open until Dispose.</summary>
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

    /// <summary>Facts about the process, which its lines do not contain.</summary>
    private static GoProgramLine Program(ProcessView process, LiveProcess description)
    {
        // Both times have an uncertainty of 10 ms, and the line must be before the start.
        var started = process.StartedByUptime - TimeSpan.FromMilliseconds(20) - DateTimeOffset.UnixEpoch;
        return new GoProgramLine(
            process.Id, Math.Max(0, started.Ticks) * TimeSpan.NanosecondsPerTick, description.Version,
            string.Join(' ', description.Command)) { Settings = GoProgramLine.Choose(process.Variable) };
    }
}

/// <summary>The output of gctrace lines of a Go process that was started with GODEBUG=gctrace=1: its standard error.</summary>
[SupportedOSPlatform("linux")]
internal static class GoTraceOutput
{
    private const int StandardError = 2;
    private const string Setting = "gctrace=";

    /// <summary>Whether it writes a line for each collection.</summary>
    public static bool IsOn(ProcessView process) => (process.Variable("GODEBUG") ?? "").Split(',')
        .LastOrDefault(setting => setting.StartsWith(Setting, StringComparison.Ordinal)) is { } last
        && int.TryParse(last.AsSpan(Setting.Length), NumberStyles.Integer, CultureInfo.InvariantCulture, out var level) && level > 0;

    /// <summary>Whether it writes them to a readable file.</summary>
    public static bool IsReadable(ProcessView process)
    {
        if (!IsOn(process)) return false;
        using var file = Open(process);
        return file is not null;
    }

    /// <summary>The regular file behind standard error, opened for reading; null for other kinds, or without access.</summary>
    public static SafeFileHandle? Open(ProcessView process) => ProcessFiles.OpenDescriptor(process, StandardError);

    /// <summary>The file's name as the process sees it.</summary>
    public static string Name(ProcessView process) => process.LinkOfDescriptor(StandardError) ?? "its standard error";
}

/// <summary>
/// Finds the last minutes of a Go process's gctrace lines in a file that may contain other output and lines of earlier processes.
/// </summary>
internal static class GoTraceTail
{
    /// <summary>At most this part at the end is searched.</summary>
    private const int MostBytes = 64 << 20;

    /// <summary>Offset of the first gctrace line within the requested time; <paramref name="end"/> when there is none.</summary>
    /// <param name="end">End of the searched part.</param>
    /// <param name="wanted">The requested time before the last line.</param>
    public static long StartOf(SafeFileHandle file, long end, TimeSpan wanted)
    {
        var from = Math.Max(0, end - MostBytes);
        var bytes = new byte[end - from];
        var length = 0;
        while (length < bytes.Length && RandomAccess.Read(file, bytes.AsSpan(length), from + length) is var read and > 0) length += read;
        var text = bytes.AsSpan(0, length);
        var (start, earliest, later) = (end, 0.0, double.PositiveInfinity);
        while (text.LastIndexOf(GctraceGrammar.Start) is var at and >= 0)
        {
            if (SecondsOf(text[at..]) is { } seconds)
            {
                if (double.IsPositiveInfinity(later)) earliest = seconds - wanted.TotalSeconds;
                // A later time in an earlier line belongs to an earlier process.
                if (seconds < earliest || seconds > later) return start;
                (start, later) = (from + at, seconds);
            }

            text = text[..at];
        }

        return start;
    }

    /// <summary>The seconds of <c>gc 12 @3.456s 2%: …</c>; null for other lines.</summary>
    private static double? SecondsOf(ReadOnlySpan<byte> line)
    {
        if (!GctraceGrammar.HasHeader(line[..Math.Min(line.Length, GctraceGrammar.MaxLength)])) return null;
        var at = line.IndexOf((byte)'@');
        return at >= 0 && Utf8Parser.TryParse(line[(at + 1)..], out double seconds, out _) ? seconds : null;
    }
}
