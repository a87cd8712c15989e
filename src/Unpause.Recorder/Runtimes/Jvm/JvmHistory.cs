using System.Text.RegularExpressions;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>Entries of the JVM's own log from before unpause enabled its log.</summary>
[SupportedOSPlatform("linux")]
internal sealed class JvmHistory : IDisposable
{
    private const int MostGapBytes = 1 << 20, SearchedBytes = 4 << 20;
    private readonly SafeFileHandle _current;
    private readonly List<SafeFileHandle> _rotated = [];
    private readonly List<FilePart> _older = [];
    private FilePart _last;
    private long _gapEnd;

    private JvmHistory(string name, SafeFileHandle current)
    {
        (Name, _current) = (name, current);
        _last = Held(current);
        _gapEnd = _last.End!.Value;
    }

    /// <summary>The log's path as the JVM sees it.</summary>
    public string Name { get; }

    /// <summary>Finds the log and remembers its length. Null when none is readable, or none is requested.</summary>
    public static JvmHistory? Find(ProcessView process, IReadOnlyList<JvmLogOutput> logs, TimeSpan before, List<string> notes)
    {
        if (before <= TimeSpan.Zero || logs.Count == 0) return null;
        var name = JvmLogName.Resolve(process, logs[0].Name);
        if (Open(process, name) is not { } current)
        {
            notes.Add(
                $"the JVM's own log {name} can't be read as a file of the JVM's user, so earlier collections are not in the report");
            return null;
        }

        var history = new JvmHistory(name, current);
        try
        {
            history.LookBack(process, before);
            return history;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            history.Dispose();
            notes.Add($"the JVM's own log {name} can't be read, so earlier collections are not in the report: "
                + SystemFault.Reason(e));
            return null;
        }
    }

    /// <summary>unpause's log is on now: whatever the JVM's own log gets from here on is in it too.</summary>
    public void OursIsOn() => _gapEnd = Math.Min(RandomAccess.GetLength(_current), _last.End!.Value + MostGapBytes);

    /// <summary>The JVM's own log up to the start of unpause's: no line is in both.</summary>
    public Stream OpenBefore(string ours) => new ConcatenatedStream([.. _older, _last with { End = EndOfUsers(ours) }]);

    public void Dispose()
    {
        _current.Dispose();
        foreach (var file in _rotated) file.Dispose();
    }

    /// <summary>
    /// The JVM only reports the path of its log, and could name another user's file for unpause to read. So it has to be a file of the
    /// process's own user.
    /// </summary>
    public static SafeFileHandle? Open(ProcessView process, string name)
    {
        var file = ProcessFiles.Open(process, name);
        if (file is null || IsOf(process, file)) return file;
        file.Dispose();
        return null;
    }

    private static bool IsOf(ProcessView process, SafeFileHandle file) =>
        FileCalls.Look(file) is { } facts && facts.User == process.UserId;

    /// <summary>The log may be rotated during the recording: a descriptor stays with the file that is written now.</summary>
    private static FilePart Held(SafeFileHandle file) =>
        new($"/proc/self/fd/{(int)file.DangerousGetHandle()}", 0, RandomAccess.GetLength(file));

    private void LookBack(ProcessView process, TimeSpan before)
    {
        OpenRotated(process);
        var parts = LogTail.Cut([.. _rotated.Select(Held), _last], before);
        if (parts.Count == 0)
        {
            _last = _last with { Start = _last.End!.Value };
            return;
        }

        _older.AddRange(parts.SkipLast(1));
        _last = parts[^1];
    }

    /// <summary>The files that the JVM has rotated away, the oldest first.</summary>
    private void OpenRotated(ProcessView process)
    {
        using var folder = ProcessFiles.Folder(process, Path.GetDirectoryName(Name) is { Length: > 0 } path ? path : ".");
        if (folder is null) return;
        var prefix = Path.GetFileName(Name) + ".";
        foreach (var name in folder.Names().Where(name => name.StartsWith(prefix, StringComparison.Ordinal)
            && name[prefix.Length..] is { Length: > 0 and < 4 } number && number.All(char.IsAsciiDigit)).ToList())
        {
            if (folder.OpenFile(name) is not { } file) continue;
            if (IsOf(process, file)) _rotated.Add(file);
            else file.Dispose();
        }

        _rotated.Sort((one, other) => Comparer<(long, uint)?>.Default.Compare(
            FileCalls.Look(one)?.Modified, FileCalls.Look(other)?.Modified));
    }

    /// <summary>
    /// The JVM may have written lines after the length was read and before unpause's log was enabled. The first of them that is in that log
    /// too, compared without the decorators, ends the user's part.
    /// </summary>
    private long EndOfUsers(string ours)
    {
        var start = _last.End!.Value;
        if (_gapEnd <= start) return start;
        var gap = Read(_current, start, (int)(_gapEnd - start));
        using var stream = new FileStream(ours, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        var known = Read(stream.SafeFileHandle, 0, (int)Math.Min(stream.Length, SearchedBytes));
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

    private static byte[] Read(SafeFileHandle file, long start, int count)
    {
        var bytes = new byte[count];
        var read = 0;
        while (read < count && RandomAccess.Read(file, bytes.AsSpan(read), start + read) is var more and > 0) read += more;
        return bytes[..read];
    }
}

/// <summary>
/// The name of a JVM's log file. The JVM lists the configured name with placeholders for process id, start time and host name. The actual
/// file is found among its open files.
/// </summary>
/// <remarks>LogFileOutput::make_file_name of src/hotspot/share/logging/logFileOutput.cpp: %p and %t (JDK 9-25), %hn (21-25).</remarks>
[SupportedOSPlatform("linux")]
internal static class JvmLogName
{
    private static readonly (string Mark, string Becomes)[] Marks =
        [("%p", "[0-9]{1,10}"), ("%t", "[0-9]{4}-[0-9]{2}-[0-9]{2}_[0-9]{2}-[0-9]{2}-[0-9]{2}"), ("%hn", "[^/]{1,255}")];

    /// <summary>The name without placeholders; unchanged if the process has no such file open.</summary>
    /// <param name="reported">The path as the JVM lists it.</param>
    public static string Resolve(ProcessView process, string reported)
    {
        var name = Path.GetFileName(reported);
        if (!name.Contains('%', StringComparison.Ordinal)) return reported;
        var pattern = PatternOf(name);
        return process.OpenFileNames().FirstOrDefault(pattern.IsMatch) is { } open ? reported[..^name.Length] + open : reported;
    }

    /// <summary>A pattern for the names that a name with placeholders can result in.</summary>
    internal static Regex PatternOf(string name)
    {
        var pattern = Regex.Escape(name);
        foreach (var (mark, becomes) in Marks) pattern = pattern.Replace(mark, becomes, StringComparison.Ordinal);
        return new Regex($"^{pattern}$", RegexOptions.NonBacktracking | RegexOptions.CultureInvariant);
    }
}
