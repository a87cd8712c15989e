using Unpause.Recordings.Rings;

namespace Unpause.Recorder.Rings;

/// <summary>
/// Copies what is added to an access log into the ring, whole lines and unread: the judge has no right to read the log, and its last
/// minutes are kept with the recordings. It follows the log through rotation (renamed and created anew, or truncated).
/// </summary>
/// <param name="path">The log, which may not exist yet.</param>
/// <param name="folder">The folder of its copy.</param>
/// <param name="stretch">So much of the last time stays, at least.</param>
[SupportedOSPlatform("linux")]
internal sealed class RequestLogCopy(string path, string folder, TimeSpan stretch) : IDisposable
{
    /// <summary>Bytes of one segment, and of all.</summary>
    internal const int MostSegmentBytes = 8 << 20, MostBytes = 64 << 20;

    /// <summary>Bytes of the log's first lines that each segment repeats.</summary>
    internal const int MostHeadBytes = 8 << 10;

    // What is read at once; a log that is written faster than it is copied is passed over to its end.
    private const int MostAtOnce = 16 << 20;
    private const long MostBehind = 64L << 20;

    // A server writes into the renamed log until it opens a new one.
    private static readonly TimeSpan MostRenamed = TimeSpan.FromSeconds(60), BetweenRemovals = TimeSpan.FromSeconds(5);

    private FollowedFile? _file, _renamed;
    private DateTimeOffset _renamedAt, _since, _removed;
    private FileStream? _segment;
    private int _number;
    private bool _looked, _refused;

    /// <summary>Copies what is new.</summary>
    public void Turn(DateTimeOffset now)
    {
        if (_renamed is not null)
        {
            Copy(_renamed, now);
            if (now - _renamedAt > MostRenamed) DropRenamed();
        }

        var there = FollowedFile.Look(path);
        if (_file is not null)
        {
            if (_file.IsTruncated)
            {
                _file.Restart();
                EndSegment();
            }

            if (_file.Behind > MostBehind)
            {
                _file.SkipToEnd();
                EndSegment();
            }

            Copy(_file, now);
            if (there is { } other && !other.IsSameFileAs(_file.Facts)) Rename(now);
        }

        if (_file is null && there is not null)
        {
            // What was in the log before is older than the watcher.
            _file = FollowedFile.Open(path, atEnd: !_looked);
            Report(_file is null);
            if (_file is not null)
            {
                EndSegment();
                Copy(_file, now);
            }
        }

        _looked = true;
        RemoveOld(now);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _file?.Dispose();
        _renamed?.Dispose();
        _segment?.Dispose();
    }

    private void Rename(DateTimeOffset now)
    {
        DropRenamed();
        (_renamed, _renamedAt, _file) = (_file, now, null);
    }

    private void DropRenamed()
    {
        _renamed?.Dispose();
        _renamed = null;
    }

    private void Report(bool isRefused)
    {
        if (isRefused && !_refused)
            Console.Error.WriteLine($"unpause watch: {path} cannot be followed (not a regular file, or not readable): waiting for one");
        _refused = isRefused;
    }

    /// <summary>What follows gets a segment of its own, whose head is that of the log as it is then.</summary>
    private void EndSegment()
    {
        _segment?.Dispose();
        _segment = null;
    }

    private void Copy(FollowedFile from, DateTimeOffset now)
    {
        for (var copied = 0; copied < MostAtOnce;)
        {
            var lines = from.Read();
            if (lines.IsEmpty) break;
            if (_segment is null || _segment.Length > MostSegmentBytes || now - _since > stretch) Begin(from, now);
            _segment!.Write(lines);
            copied += lines.Length;
            from.Take(lines.Length);
        }

        _segment?.Flush();
    }

    private void Begin(FollowedFile of, DateTimeOffset now)
    {
        _segment?.Dispose();
        Directory.CreateDirectory(folder);
        RingFolder.Show(Path.GetDirectoryName(folder)!);
        RingFolder.Show(folder);
        var head = of.Head(MostHeadBytes);
        var name = Path.Combine(folder, new LogSegment(++_number, head.Length).FileName);
        // The judge reads it once it has its name, and its head then.
        var written = Path.Combine(folder, "new");
        _segment = new FileStream(written, FileMode.Create, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete);
        File.SetUnixFileMode(_segment.SafeFileHandle, RingFolder.Readable);
        _segment.Write(head);
        _segment.Flush();
        File.Move(written, name);
        _since = now;
    }

    private void RemoveOld(DateTimeOffset now)
    {
        if (now - _removed < BetweenRemovals) return;
        _removed = now;
        var left = (long)MostBytes;
        foreach (var (segment, old) in LogSegment.Find(folder).Reverse())
        {
            var file = new FileInfo(old);
            left -= file.Length;
            if (segment.Number != _number && (left < 0 || now.UtcDateTime - file.LastWriteTimeUtc > stretch * 2)) file.Delete();
        }
    }
}

/// <summary>Copies followed access logs, on a thread of their own: a file system that hangs stops nothing else.</summary>
[SupportedOSPlatform("linux")]
internal sealed class RequestLogCopies : IDisposable
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(250), MostEnding = TimeSpan.FromSeconds(1);

    private readonly CancellationTokenSource _stop = new();
    private readonly List<RequestLogCopy> _copies = [];
    private readonly Thread _thread;

    /// <summary>Starts to follow logs.</summary>
    public RequestLogCopies(RingPlan plan)
    {
        for (var i = 0; i < plan.RequestLogs.Count; i++)
            _copies.Add(new RequestLogCopy(plan.RequestLogs[i], LogSegment.FolderOf(plan.Folder, i), plan.Stretch));
        _thread = new Thread(Run) { IsBackground = true, Name = "follow access logs" };
        if (_copies.Count > 0) _thread.Start();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _stop.Cancel();
        if (_copies.Count > 0) _thread.Join(MostEnding);
    }

    private void Run()
    {
        while (!_stop.IsCancellationRequested)
        {
            foreach (var copy in _copies)
            {
                try
                {
                    copy.Turn(DateTimeOffset.UtcNow);
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException)
                {
                    // A full disk, or the log went away while it was read: tried again.
                }
            }

            _stop.Token.WaitHandle.WaitOne(Look);
        }

        foreach (var copy in _copies) copy.Dispose();
    }
}
