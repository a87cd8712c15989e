using Unpause.Cli.Output;

namespace Unpause.Cli.Sessions;

/// <summary>A file for a report. Its old content stays until the report is complete.</summary>
internal sealed class ReportFile : IDisposable
{
    private readonly OutputFile _file;

    private ReportFile(string path, ReportFormat format, OutputFile file) => (Path, Format, _file) = (path, format, file);

    /// <summary>As the user named it.</summary>
    public string Path { get; }

    /// <summary>What will be written.</summary>
    public ReportFormat Format { get; }

    /// <summary>The file itself.</summary>
    public OutputFile Output => _file;

    /// <summary>Looks whether the file can be written, and changes nothing.</summary>
    /// <param name="path">Where.</param>
    /// <param name="format">What will be written.</param>
    /// <param name="named">Whether the user named it: then it may be a pipe or a device.</param>
    /// <exception cref="UserMistake">It cannot be written.</exception>
    public static ReportFile Open(string path, ReportFormat format, bool named = true) =>
        new(path, format, OutputFile.Open(path, "-o", named));

    /// <summary>Replaces the file's content.</summary>
    /// <exception cref="OutputFailure">The file cannot be replaced; its old content is kept.</exception>
    public void Write(Action<Stream> write)
    {
        try
        {
            write(_file.Stream);
            _file.Keep();
        }
        finally
        {
            // Immediately: after a failure on a full disk, the partial file must not take up space that the next output needs.
            _file.Dispose();
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();
}
