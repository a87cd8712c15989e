using System.Runtime.Versioning;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>What the JVM's own log says of the time before we turned ours on.</summary>
[SupportedOSPlatform("linux")]
internal sealed class JvmHistory : IDisposable
{
    private const int MostGapBytes = 1 << 20, SearchedBytes = 4 << 20;
    private readonly FileStream _current;
    private readonly List<FilePart> _older;
    private readonly FilePart _last;
    private long _gapEnd;

    private JvmHistory(string name, FileStream current, List<FilePart> older, FilePart last) =>
        (Name, _current, _older, _last, _gapEnd) = (name, current, older, last, last.End!.Value);

    /// <summary>The log's path as the JVM has it.</summary>
    public string Name { get; }

    /// <summary>Finds the log and remembers how far it is written. Null when there is none that can be read, or none is wanted.</summary>
    public static JvmHistory? Find(ProcessView process, IReadOnlyList<JvmLogOutput> logs, TimeSpan before, List<string> notes)
    {
        if (before <= TimeSpan.Zero || logs.Count == 0) return null;
        var name = logs[0].Name;
        var path = name.StartsWith('/')
            ? $"{(process.SharesOurFiles == true ? "" : process.Root)}{name}"
            : $"{process.CurrentFolder}/{name}";
        try
        {
            var current = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);
            // The log may be rotated while we record: the descriptor stays with the file that is written now.
            var held = new FilePart($"/proc/self/fd/{current.SafeFileHandle.DangerousGetHandle()}", 0, current.Length);
            var parts = LogTail.Of([.. Rotated(path).Select(file => new FilePart(file, 0, new FileInfo(file).Length)), held], before);
            return parts.Count == 0
                ? new JvmHistory(name, current, [], held with { Start = current.Length })
                : new JvmHistory(name, current, [.. parts.SkipLast(1)], parts[^1]);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            notes.Add($"the JVM logs to {name} by itself, but that can't be read, so what was before is not in the report: {e.Message}");
            return null;
        }
    }

    /// <summary>Our log is on now: whatever the JVM's own log gets from here on is in ours.</summary>
    public void OursIsOn() => _gapEnd = Math.Min(_current.Length, _last.End!.Value + MostGapBytes);

    /// <summary>The JVM's own log up to where ours begins: no line is in both.</summary>
    public Stream OpenBefore(string ours) => new ConcatenatedStream([.. _older, _last with { End = EndOfUsers(ours) }]);

    public void Dispose() => _current.Dispose();

    /// <summary>
    /// Between our look at the length and the moment when our log was on the JVM may have written lines; the first of them that
    /// stands in our log too, by what follows the decorators, ends the user's part.
    /// </summary>
    private long EndOfUsers(string ours)
    {
        var start = _last.End!.Value;
        if (_gapEnd <= start) return start;
        var gap = Read(_current, start, (int)(_gapEnd - start));
        using var stream = new FileStream(ours, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        var known = Read(stream, 0, (int)Math.Min(stream.Length, SearchedBytes));
        for (var at = 0; at < gap.Length;)
        {
            var length = gap.AsSpan(at).IndexOf((byte)'\n');
            if (length < 0) return start + at;
            var line = gap.AsSpan(at, length);
            var message = line[(line.LastIndexOf("] "u8) + 1)..];
            if (known.AsSpan().IndexOf(message) >= 0) return start + at;
            at += length + 1;
        }

        return _gapEnd;
    }

    private static byte[] Read(FileStream stream, long start, int count)
    {
        var bytes = new byte[count];
        var read = 0;
        while (read < count && RandomAccess.Read(stream.SafeFileHandle, bytes.AsSpan(read), start + read) is var more and > 0) read += more;
        return bytes[..read];
    }

    /// <summary>The files that the JVM has rotated away, the oldest first.</summary>
    private static IEnumerable<string> Rotated(string path)
    {
        var folder = Path.GetDirectoryName(path)!;
        var prefix = Path.GetFileName(path) + ".";
        return Directory.EnumerateFiles(folder)
            .Where(file => Path.GetFileName(file) is var part && part.StartsWith(prefix, StringComparison.Ordinal)
                && part[prefix.Length..] is { Length: > 0 and < 4 } number && number.All(char.IsAsciiDigit))
            .OrderBy(File.GetLastWriteTimeUtc);
    }
}
