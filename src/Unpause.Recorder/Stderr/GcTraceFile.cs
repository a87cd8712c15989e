using Unpause.Recordings.Readers.Go;

namespace Unpause.Recorder.Stderr;

/// <summary>
/// The file of a run's gctrace lines, each as `SECONDS.NANOSECONDS gc …`: Unix time of arrival, then the Go runtime's own line.
/// A separate line describes their program (<see cref="GoProgramLine"/>). Created at the first line. Each line is written
/// at once, so that it survives if unpause ends.
/// </summary>
/// <param name="folder">Folder of the file.</param>
/// <param name="program">Their program, if known.</param>
internal sealed class GcTraceFile(string folder, Task<GoProgramLine?> program) : IDisposable
{
    private const long NanosecondsPerSecond = 1_000_000_000;
    private FileStream? _file;
    private bool _reported;

    /// <summary>Why lines are missing, or null.</summary>
    public string? Problem { get; private set; }

    /// <summary>Appends one line that ends with a line end.</summary>
    public void Write(long unixNanoseconds, ReadOnlySpan<byte> line)
    {
        if (Problem is not null) return;
        try
        {
            Write(_file ??= Create(), unixNanoseconds, line);
            // Lines get their arrival time as they come, so none may wait for facts about the program.
            if (program.IsCompleted) WriteProgram();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Fail(e);
        }
    }

    /// <summary>After the last line: writes the line about the program, if not done before.</summary>
    public void Finish()
    {
        try
        {
            if (Problem is null) WriteProgram();
        }
        catch (IOException e)
        {
            Fail(e);
        }
    }

    /// <summary>Writes one line that ends with a line end to such a file, with its time of arrival.</summary>
    public static void Write(Stream file, long unixNanoseconds, ReadOnlySpan<byte> line)
    {
        Span<byte> stamped = stackalloc byte[32 + GctraceGrammar.MaxLength];
        var (seconds, nanoseconds) = Math.DivRem(unixNanoseconds, NanosecondsPerSecond);
        System.Text.Unicode.Utf8.TryWrite(stamped, $"{seconds}.{nanoseconds:D9} ", out var length);
        line.CopyTo(stamped[length..]);
        file.Write(stamped[..(length + line.Length)]);
    }

    public void Dispose() => _file?.Dispose();

    private void Fail(Exception e) => Problem = $"Go's gctrace lines could not be written to {folder}: {SystemFault.Reason(e)}";

    private void WriteProgram()
    {
        if (_reported || _file is null) return;
        _reported = true;
        if (program.GetAwaiter().GetResult() is { } known) _file.Write(known.ToBytes());
    }

    private FileStream Create()
    {
        var path = Path.Combine(folder, "go.gctrace");
        for (var number = 2; File.Exists(path); number++) path = Path.Combine(folder, $"go-{number}.gctrace");
        return new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
    }
}
