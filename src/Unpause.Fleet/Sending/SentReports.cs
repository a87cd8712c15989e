using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores.Duck;

namespace Unpause.Fleet.Sending;

/// <summary>
/// Which reports a receiver has: a hash of each in a line of a file that is only appended to. A kill between delivery and the line sends
/// that report again, which the receiver keeps once. A line that was cut is no line.
/// </summary>
internal sealed class SentReports : IDisposable
{
    private const int HashDigits = 16;

    private const long MostBytes = 256L * 1024 * 1024;

    private readonly string _path;
    private readonly Lock _lock = new();
    private readonly HashSet<long> _marks = [];
    private readonly HashSet<long> _present = [];
    private FileStream? _file;
    private bool _hasNoRoom;

    /// <summary>Reads the file.</summary>
    /// <exception cref="IOException">It cannot be read.</exception>
    public SentReports(string path)
    {
        _path = path;
        if (!File.Exists(path) || new FileInfo(path).Length > MostBytes) return;
        foreach (var line in File.ReadLines(path))
        {
            if (line.Length != HashDigits) continue;
            if (long.TryParse(line, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var mark)) _marks.Add(mark);
        }
    }

    /// <summary>Whether a report is deleted here as soon as the receiver has it.</summary>
    public bool Deletes { get; init; }

    /// <summary>Whether it needs no sending.</summary>
    public bool Has(ReportFile report)
    {
        var mark = MarkOf(report);
        lock (_lock)
        {
            if (!_marks.Contains(mark)) return false;
            if (!TryDelete(report)) _present.Add(mark);
            return true;
        }
    }

    /// <summary>Notes that it needs none any more. Where there is no room for the line, it is noted until the program ends.</summary>
    public void Add(ReportFile report)
    {
        var mark = MarkOf(report);
        lock (_lock)
        {
            if (TryDelete(report)) return;
            _marks.Add(mark);
            _present.Add(mark);
            if (_hasNoRoom) return;
            try
            {
                _file ??= Open();
                // Not synchronised: what a power failure forgets is sent again.
                _file.Write(Encoding.ASCII.GetBytes(Line(mark) + "\n"));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                _hasNoRoom = true;
            }
        }
    }

    /// <summary>After all reports were looked at: forgets those that are gone, when they are most of the lines.</summary>
    public void ForgetAbsent()
    {
        lock (_lock)
        {
            if (_marks.Count <= 2 * (_present.Count + 1)) return;
            _marks.IntersectWith(_present);
            var next = _path + ".new";
            try
            {
                File.WriteAllLines(next, _marks.Select(Line));
                _file?.Dispose();
                _file = null;
                File.Move(next, _path, overwrite: true);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The longer file is as good.
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file?.Dispose();

    private bool TryDelete(ReportFile report)
    {
        if (!Deletes) return false;
        try
        {
            File.Delete(report.Path);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static string Line(long mark) => mark.ToString("x16", CultureInfo.InvariantCulture);

    /// <summary>A file that was written again is another report.</summary>
    private static long MarkOf(ReportFile report) =>
        RowHash.Of(string.Create(CultureInfo.InvariantCulture, $"{report.Size} {report.Written} {report.Path}"));

    private FileStream Open()
    {
        var file = new FileStream(_path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read, bufferSize: 0);
        // After a cut line a new one starts.
        if (file.Length > 0)
        {
            file.Seek(-1, SeekOrigin.End);
            if (file.ReadByte() != '\n') file.WriteByte((byte)'\n');
        }

        return file;
    }
}
