namespace Unpause.Fleet.Receiving;

/// <summary>
/// Which files of a folder were delivered, or refused for good: lines in a file that is only appended to, and synchronised. A kill between
/// delivery and the line sends that report again, which the receiver keeps once. A line that was cut is no line.
/// </summary>
internal sealed class SentReports : IDisposable
{
    private const string End = ";";

    private const long MostBytes = 256L * 1024 * 1024;

    private readonly string _path;
    private readonly HashSet<string> _marks = new(StringComparer.Ordinal);
    private FileStream? _file;

    /// <summary>Reads the file.</summary>
    /// <exception cref="IOException">It cannot be read.</exception>
    public SentReports(string path)
    {
        _path = path;
        if (!File.Exists(path) || new FileInfo(path).Length > MostBytes) return;
        foreach (var line in File.ReadLines(path))
        {
            if (line.EndsWith(End, StringComparison.Ordinal)) _marks.Add(line[..^End.Length]);
        }
    }

    /// <summary>Whether it needs no sending.</summary>
    public bool Has(FileInfo report) => _marks.Contains(MarkOf(report));

    /// <summary>Notes that it needs none any more. Where there is no room for the line, it is noted until the program ends.</summary>
    public void Add(FileInfo report)
    {
        var mark = MarkOf(report);
        _marks.Add(mark);
        try
        {
            _file ??= Open();
            _file.Write(Encoding.UTF8.GetBytes(mark + End + "\n"));
            _file.Flush(flushToDisk: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _file?.Dispose();
            _file = null;
        }
    }

    /// <summary>Forgets files that are gone, when they are most of the lines.</summary>
    public void Forget(IReadOnlyList<FileInfo> present)
    {
        if (_marks.Count < 2 * (present.Count + 1)) return;
        _marks.IntersectWith(present.Select(MarkOf));
        var next = _path + ".new";
        try
        {
            File.WriteAllLines(next, _marks.Select(mark => mark + End));
            _file?.Dispose();
            _file = null;
            File.Move(next, _path, overwrite: true);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The longer file is as good.
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file?.Dispose();

    /// <summary>A file that was written again is another report. Its name is escaped: it may have a line end.</summary>
    private static string MarkOf(FileInfo report) =>
        $"{Uri.EscapeDataString(report.FullName)} {report.Length} {report.LastWriteTimeUtc.Ticks}";

    private FileStream Open()
    {
        var file = new FileStream(_path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read, bufferSize: 0);
        // After a cut line a new one begins.
        if (file.Length > 0)
        {
            file.Seek(-1, SeekOrigin.End);
            if (file.ReadByte() != '\n') file.WriteByte((byte)'\n');
        }

        return file;
    }
}
