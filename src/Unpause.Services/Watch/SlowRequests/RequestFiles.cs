using System.Globalization;
using Unpause.Recordings.Rings;

namespace Unpause.Services.Watch.SlowRequests;

/// <summary>Puts the last lines of followed logs and the last spans beside a kept ring, for <c>unpause report --requests</c>.</summary>
internal sealed class RequestFiles(WatchSettings settings, TraceStore? traces)
{
    private const string LogName = "requests", LogExtension = ".log";

    /// <summary>Writes what there is since a time.</summary>
    public void CopyTo(string folder, DateTimeOffset since)
    {
        for (var i = 0; i < settings.Requests.Count; i++)
        {
            var name = i == 0 ? LogName : string.Create(CultureInfo.InvariantCulture, $"{LogName}-{i + 1}");
            CopyLog(LogSegment.FolderOf(settings.Ring, i), Path.Combine(folder, name + LogExtension), since);
        }

        traces?.CopyTo(folder, since);
    }

    /// <summary>What <see cref="CopyTo"/> wrote.</summary>
    public static IEnumerable<string> In(string folder) => Directory.EnumerateFiles(folder)
        .Where(path => Path.GetFileName(path) is var name
            && ((name.StartsWith(LogName, StringComparison.Ordinal) && name.EndsWith(LogExtension, StringComparison.Ordinal))
                || TraceStore.IsFile(name)))
        .Order(StringComparer.Ordinal);

    private void CopyLog(string from, string to, DateTimeOffset since)
    {
        var left = (long)ServiceLimits.MostKeptLogBytes / settings.Requests.Count;
        var taken = new Stack<(LogSegment Segment, string Path)>();
        foreach (var (segment, path) in LogSegment.Find(from).Reverse())
        {
            if (left <= 0 || File.GetLastWriteTimeUtc(path) < since.UtcDateTime) break;
            taken.Push((segment, path));
            left -= new FileInfo(path).Length;
        }

        if (taken.Count == 0) return;
        using var copy = new FileStream(to, FileMode.Create, FileAccess.Write);
        for (var isFirst = true; taken.TryPop(out var next); isFirst = false)
        {
            var bytes = File.ReadAllBytes(next.Path);
            var head = Math.Min(next.Segment.HeadBytes, bytes.Length);
            // The head once: it has the names of columns, where the format has some.
            if (isFirst) copy.Write(bytes.AsSpan(0, head));
            var lines = bytes.AsSpan(head);
            if (isFirst && left < 0) lines = LastLines(lines, (int)Math.Max(0, lines.Length + left));
            copy.Write(lines[..(lines.LastIndexOf((byte)'\n') + 1)]);
        }
    }

    private static Span<byte> LastLines(Span<byte> lines, int most)
    {
        var from = lines.Length - most;
        var end = lines[from..].IndexOf((byte)'\n');
        return end < 0 ? [] : lines[(from + end + 1)..];
    }
}
