using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>
/// Copies what a JVM adds to its own log, as it is written, so that nothing is enabled in the JVM. It follows the log through rotation
/// (renamed and created anew, or truncated), and opens it with the rights of the JVM's user.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class JvmOwnLog : IDisposable
{
    // As much as a log of unpause's own (JvmLogSession).
    private const long MostBytes = 30L << 20;

    // Only an idle log can have been renamed.
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromSeconds(2);

    private readonly ProcessView _process;
    private readonly LiveFolder _ours;
    private readonly FileStream _copy;
    private readonly byte[] _buffer = new byte[64 * 1024];
    private SafeFileHandle _log;
    private long _read, _copied, _looked = Stopwatch.GetTimestamp();
    private byte _last = (byte)'\n';
    private bool _skipping;

    private JvmOwnLog(ProcessView process, string name, SafeFileHandle log, LiveFolder ours, string path)
    {
        (_process, Name, _log, _ours, Path) = (process, name, log, ours, path);
        _copy = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, 0);
        _read = RandomAccess.GetLength(log);
        // A line of which a part is there is left out.
        _skipping = _read > 0 && RandomAccess.Read(log, _buffer.AsSpan(0, 1), _read - 1) == 1 && _buffer[0] != '\n';
    }

    /// <summary>The log's path as the JVM sees it.</summary>
    public string Name { get; }

    /// <summary>The copy.</summary>
    public string Path { get; }

    /// <summary>Begins at the end of a log that has all that a ring needs; null where there is none.</summary>
    /// <param name="logs">Files to which the JVM logs collections.</param>
    /// <param name="folder">The folder of the copy.</param>
    /// <param name="copyName">Its name.</param>
    /// <exception cref="ObstacleException">The copy cannot be made.</exception>
    public static JvmOwnLog? Find(ProcessView process, IReadOnlyList<JvmLogOutput> logs, string folder, string copyName)
    {
        foreach (var output in logs.Where(output => output is { HasStops: true, HasDates: true }))
        {
            var name = JvmLogName.Resolve(process, output.Name);
            if (JvmHistory.Open(process, name) is not { } log) continue;
            LiveFolder? ours = null;
            try
            {
                ours = LiveFolder.ForUs(folder);
                return new JvmOwnLog(process, name, log, ours, ours.MakeFile(copyName));
            }
            catch
            {
                ours?.Dispose();
                log.Dispose();
                throw;
            }
        }

        return null;
    }

    /// <summary>Copies what is new. Not null when the copy is as long as it may be.</summary>
    public LiveEnd? Take()
    {
        var isIdle = !Copy();
        if (isIdle && RandomAccess.GetLength(_log) < _read) StartAnew();
        if (isIdle && Stopwatch.GetElapsedTime(_looked) >= BetweenLooks) Look();
        return _copied >= MostBytes ? LiveEnd.Seen : null;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _copy.Dispose();
        _ours.Dispose();
        _log.Dispose();
    }

    private bool Copy()
    {
        var hasRead = false;
        while (_copied < MostBytes && RandomAccess.Read(_log, _buffer, _read) is var count and > 0)
        {
            (_read, hasRead) = (_read + count, true);
            var bytes = _buffer.AsSpan(0, count);
            if (_skipping)
            {
                var end = bytes.IndexOf((byte)'\n');
                if (end < 0) continue;
                _skipping = false;
                bytes = bytes[(end + 1)..];
            }

            Write(bytes);
        }

        return hasRead;
    }

    private void Write(ReadOnlySpan<byte> bytes)
    {
        if (bytes.IsEmpty) return;
        _copy.Write(bytes);
        _copied += bytes.Length;
        _last = bytes[^1];
    }

    /// <summary>Goes on at the start of a file.</summary>
    private void StartAnew()
    {
        (_read, _skipping) = (0, false);
        if (_last != '\n') Write("\n"u8);
        Copy();
    }

    /// <summary>Whether another file has the log's name now.</summary>
    private void Look()
    {
        _looked = Stopwatch.GetTimestamp();
        if (JvmHistory.Open(_process, Name) is not { } now) return;
        if (FileCalls.Look(_log) is not { } known || FileCalls.Look(now)?.IsSameFileAs(known) != false)
        {
            now.Dispose();
            return;
        }

        // What was written before it was renamed.
        Copy();
        _log.Dispose();
        _log = now;
        StartAnew();
    }
}
