using System.Buffers.Text;

namespace Unpause.Recorder.Runtimes.Jvm;

/// <summary>Finds the last minutes of a log by the timestamps at the start of its lines.</summary>
internal static class LogTail
{
    /// <summary>At most this part at the end is searched.</summary>
    private const int MostBytes = 64 << 20;

    /// <summary>The parts with the last minutes, cut at lines; all of a part whose lines have no timestamps.</summary>
    /// <param name="parts">The log's files, the oldest first, with known ends.</param>
    /// <param name="wanted">The requested time before the last timestamp.</param>
    public static IReadOnlyList<FilePart> Cut(IReadOnlyList<FilePart> parts, TimeSpan wanted)
    {
        var found = new List<FilePart>();
        double? last = null;
        for (var i = parts.Count - 1; i >= 0; i--)
        {
            var bytes = ReadEnd(parts[i]);
            last ??= LastStamp(bytes);
            var start = last is { } end ? FirstAt(bytes, end - wanted.TotalSeconds) : 0;
            if (start < bytes.Length) found.Insert(0, parts[i] with { Start = parts[i].End!.Value - bytes.Length + start });
            if (start > 0 || last is null) break;
        }

        return found;
    }

    /// <summary>Seconds of a line's uptime decorator, or of its date; null when it has neither.</summary>
    public static double? StampOf(ReadOnlySpan<byte> line)
    {
        double? date = null;
        for (var brackets = 0; brackets < 12 && line is [(byte)'[', ..]; brackets++)
        {
            var end = line.IndexOf((byte)']');
            if (end < 0) return date;
            var content = line[1..end];
            if (Utf8Parser.TryParse(content, out double number, out var read) && content[read..] is [(byte)'s']) return number;
            if (content.Length is > 18 and < 40 && content[4] == '-'
                && DateTimeOffset.TryParse(Encoding.ASCII.GetString(content), CultureInfo.InvariantCulture, out var wall))
                date = wall.ToUnixTimeMilliseconds() / 1000.0;
            line = line[(end + 1)..];
        }

        return date;
    }

    private static double? LastStamp(ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var line = bytes[..^1].LastIndexOf((byte)'\n') + 1;
            if (StampOf(bytes[line..]) is { } stamp) return stamp;
            bytes = bytes[..line];
        }

        return null;
    }

    /// <summary>Offset of the first line with a timestamp at or after the given second.</summary>
    private static int FirstAt(ReadOnlySpan<byte> bytes, double second)
    {
        for (var at = 0; at < bytes.Length;)
        {
            var length = bytes[at..].IndexOf((byte)'\n');
            // Only within the line: otherwise each unclosed bracket would be searched for to the end of the data.
            if (StampOf(length < 0 ? bytes[at..] : bytes.Slice(at, length)) is { } stamp && stamp >= second) return at;
            if (length < 0) return bytes.Length;
            at += length + 1;
        }

        return bytes.Length;
    }

    private static byte[] ReadEnd(FilePart part)
    {
        using var stream = new FileStream(part.Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);
        stream.Position = Math.Max(part.Start, part.End!.Value - MostBytes);
        var bytes = new byte[part.End.Value - stream.Position];
        return bytes[..stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false)];
    }
}
