using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>
/// Copies the log that a JVM writes for unpause, as it is written, into unpause's own folder: the JVM may not be able to write there, and
/// its user could change the file later.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class JvmLogCopy : IDisposable
{
    // Another file is looked for through the helper with the user's rights, which costs more than to read what is new. The JVM begins one
    // where this one is full, or when somebody asks it to.
    private const long NearlyFull = JvmLogSession.MostPartBytes * 9 / 10;
    private static readonly TimeSpan BetweenCounts = TimeSpan.FromSeconds(5);

    private readonly LiveFolder _theirFolder;
    private readonly LiveFolder _ours;
    private readonly FileStream _copy;
    private readonly byte[] _buffer = new byte[64 * 1024];
    private SafeFileHandle? _theirs;
    private long _read;
    private long _counted = Stopwatch.GetTimestamp();

    private JvmLogCopy(LiveFolder theirFolder, LiveFolder ours, string path)
    {
        (_theirFolder, _ours, Path) = (theirFolder, ours, path);
        _copy = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete, 0);
    }

    /// <summary>The copy.</summary>
    public string Path { get; }

    /// <summary>Makes the copy; its source need not exist yet.</summary>
    /// <param name="folder">The folder of the copy.</param>
    /// <param name="name">Its name.</param>
    /// <param name="theirFolder">The folder into which the JVM logs.</param>
    /// <exception cref="ObstacleException">It cannot be made.</exception>
    public static JvmLogCopy Begin(string folder, string name, LiveFolder theirFolder)
    {
        var ours = LiveFolder.ForUs(folder);
        try
        {
            return new JvmLogCopy(theirFolder, ours, ours.MakeFile(name));
        }
        catch
        {
            ours.Dispose();
            throw;
        }
    }

    /// <summary>Copies what is new. Not null where the JVM writes to another file now.</summary>
    public LiveEnd? Take()
    {
        // The first look: later ones would find the file of a rotation.
        _theirs ??= _theirFolder.TheirFirstFile();
        if (_theirs is null) return null;
        while (RandomAccess.Read(_theirs, _buffer, _read) is var count and > 0)
        {
            _copy.Write(_buffer, 0, count);
            _read += count;
        }

        if (_read < NearlyFull && Stopwatch.GetElapsedTime(_counted) < BetweenCounts) return null;
        _counted = Stopwatch.GetTimestamp();
        return _theirFolder.TheirCount > 1 ? LiveEnd.Seen : null;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _copy.Dispose();
        _ours.Dispose();
        _theirs?.Dispose();
    }
}
