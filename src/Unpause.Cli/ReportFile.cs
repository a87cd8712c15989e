namespace Unpause.Cli;

/// <summary>A file that a report will be written to. What stood in it stays until there is something to write.</summary>
internal sealed class ReportFile : IDisposable
{
    private readonly FileStream _stream;
    private readonly bool _created;
    private bool _written;

    private ReportFile(string path, ReportFormat format, FileStream stream, bool created)
    {
        Path = path;
        Format = format;
        _stream = stream;
        _created = created;
    }

    /// <summary>As the user named it.</summary>
    public string Path { get; }

    /// <summary>What will be written.</summary>
    public ReportFormat Format { get; }

    /// <summary>Opens the file without changing it.</summary>
    /// <exception cref="UserMistake">It cannot be written.</exception>
    public static ReportFile Open(string path, ReportFormat format)
    {
        var created = !File.Exists(path);
        try
        {
            return new ReportFile(path, format, new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.Read), created);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UserMistake($"-o {path} cannot be written: {exception.Message}");
        }
    }

    /// <summary>Replaces the file's content.</summary>
    public void Write(Action<Stream> write)
    {
        if (_stream.CanSeek) _stream.SetLength(0);
        write(_stream);
        _written = true;
        Dispose();
    }

    /// <summary>Closes the file; one that was made for nothing is removed.</summary>
    public void Dispose()
    {
        _stream.Dispose();
        if (_created && !_written) File.Delete(Path);
    }
}
