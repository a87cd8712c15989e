using Unpause.Recordings;
using Unpause.Recordings.Following;
using Unpause.Recordings.Words;

namespace Unpause.Services.Watch.Sensing;

/// <summary>
/// Follows the file of one part of a ring on a thread of its own. The thread sleeps until <see cref="Poll"/> finds that the file has
/// changed, so a process without collections costs one fstat each time.
/// </summary>
internal sealed class PartSensor : IDisposable
{
    private readonly string _folder;
    private readonly Action<SeenStop, bool> _seen;
    private WakeUp? _changed;
    private FileStream? _file;
    private string? _path;
    private long _known;
    private volatile bool _ended, _caughtUp, _over;

    /// <summary>Follows a part.</summary>
    /// <param name="folder">Its folder; its file may come later.</param>
    /// <param name="seen">Takes what comes; and whether it comes now, not from before.</param>
    public PartSensor(string folder, Action<SeenStop, bool> seen) => (_folder, _seen) = (folder, seen);

    /// <summary>Whether all of an ended part has been read.</summary>
    public bool IsOver => _over;

    /// <summary>Looks for the file, and wakes the reader when it has changed. Nothing more comes once the part has ended.</summary>
    public void Poll(bool ended)
    {
        if (_over) return;
        if (_file is null && !Open())
        {
            _over = ended;
            return;
        }

        try
        {
            // By the handle: a look at the path costs three times as much. A recording only grows.
            var length = RandomAccess.GetLength(_file!.SafeFileHandle);
            if (length == _known && !ended) return;
            _known = length;
            _ended = ended;
            _changed!.Set();
        }
        catch (ObjectDisposedException)
        {
            // The reader has just ended.
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _ended = true;
        try
        {
            _changed?.Set();
        }
        catch (ObjectDisposedException)
        {
            // The reader has ended.
        }
    }

    private bool Open()
    {
        try
        {
            // A Go program may have both stops and gctrace lines: the stops are exact.
            var paths = Directory.EnumerateFiles(_folder).Where(path => FollowedRecording.CanFollow(Path.GetFileName(path)))
                .OrderBy(path => path.EndsWith(GoFormats.GctraceExtension, StringComparison.Ordinal)).ToList();
            if (paths.Count == 0) return false;
            _path = paths[0];
            _changed ??= new WakeUp();
            _file = new FileStream(_path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }

        var thread = new Thread(Follow, maxStackSize: 512 * 1024) { IsBackground = true, Name = "follow a recording" };
        thread.Start();
        return true;
    }

    private void Follow()
    {
        try
        {
            new FollowedRecording(seen => _seen(seen, _caughtUp)).Read(_file!, Path.GetFileName(_path!), Wait);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ObjectDisposedException)
        {
            // The part was removed.
        }
        finally
        {
            _over = true;
            _file!.Dispose();
            _changed!.Dispose();
        }
    }

    private bool Wait()
    {
        _caughtUp = true;
        if (_ended) return false;
        _changed!.Wait();
        return true;
    }
}
