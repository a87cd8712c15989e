using Unpause.Readers.Go;

namespace Unpause.Recorder.Stderr;

/// <summary>
/// The file of a run's gc lines, each as `SECONDS.NANOSECONDS gc …`: Unix time of arrival, then the Go runtime's own line.
/// Created at the first line; each line is written at once, so that it survives our own death.
/// </summary>
internal sealed class GcTraceFile(string folder) : IDisposable
{
    private const long NanosecondsPerSecond = 1_000_000_000;
    private FileStream? _file;

    /// <summary>Why lines are missing, or null.</summary>
    public string? Problem { get; private set; }

    /// <summary>Appends one line, which ends in a line end.</summary>
    public void Write(long unixNanoseconds, ReadOnlySpan<byte> line)
    {
        if (Problem is not null) return;
        try
        {
            Write(_file ??= Create(), unixNanoseconds, line);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Problem = $"Go's gc lines could not be written to {folder}: {SystemFault.Reason(e)}";
        }
    }

    /// <summary>Writes one line, which ends in a line end, to such a file, with its stamp in front.</summary>
    public static void Write(Stream file, long unixNanoseconds, ReadOnlySpan<byte> line)
    {
        Span<byte> stamped = stackalloc byte[32 + GctraceGrammar.MaxLength];
        var (seconds, nanoseconds) = Math.DivRem(unixNanoseconds, NanosecondsPerSecond);
        System.Text.Unicode.Utf8.TryWrite(stamped, $"{seconds}.{nanoseconds:D9} ", out var length);
        line.CopyTo(stamped[length..]);
        file.Write(stamped[..(length + line.Length)]);
    }

    public void Dispose() => _file?.Dispose();

    private FileStream Create()
    {
        var path = Path.Combine(folder, "go.gctrace");
        for (var number = 2; File.Exists(path); number++) path = Path.Combine(folder, $"go-{number}.gctrace");
        return new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
    }
}
