namespace Unpause.Recordings.Readers.Prefixes;

/// <summary>Reads a line's prefix; false when it has another one, or none.</summary>
internal delegate bool ReadsPrefix(ReadOnlySpan<byte> line, out LinePrefix prefix);

/// <summary>The prefixes that lines arrive with, one row each. Several may precede each other.</summary>
internal static class PrefixTable
{
    /// <summary>Reader, example and where it comes from.</summary>
    public static readonly (ReadsPrefix Read, string Example, string From)[] Rows =
    [
        (DockerJson, """{"log":"[0.1s] text\n","stream":"stdout","time":"2026-11-22T10:00:00.123Z"}""", "Docker's json-file driver"),
        (JournalJson, """{"__REALTIME_TIMESTAMP":"1763805600000000","MESSAGE":"[0.1s] text"}""", "journalctl -o json"),
        (Cri, "2026-11-22T10:00:00.123456789Z stdout F [0.1s] text", "Kubernetes nodes (CRI)"),
        (Syslog5424, "<14>1 2026-11-22T10:00:00.123Z host java 123 - - [0.1s] text", "syslog, RFC 5424"),
        (ShortIso, "2026-11-22T10:00:00+0000 host java[123]: [0.1s] text", "journalctl -o short-iso, rsyslog"),
        (Timestamp, "2026-11-22T10:00:00.123456789Z [0.1s] text", "kubectl logs --timestamps, docker logs -t"),
        (Syslog3164, "Nov 22 10:00:00 host java[123]: [0.1s] text", "syslog, RFC 3164, journalctl"),
        (Pod, "[pod/web-7d4b/java] [0.1s] text", "kubectl logs --prefix"),
        (Compose, "web-1  | [0.1s] text", "docker compose logs"),
    ];

    /// <summary>Prefixes in front of each other that are looked for.</summary>
    private const int MostPrefixes = 3;

    /// <summary>Lines of a first block that are examined.</summary>
    private const int AskedLines = 500;

    /// <summary>
    /// The prefixes that nearly every line of a block begins with, the outermost first; empty when there is none. One line in ten may lack
    /// it: the first may be cut, and a program may have written without a line's end. The innermost may be one that no row knows.
    /// </summary>
    /// <param name="block">The first lines.</param>
    /// <param name="lineStarts">Find lines of known formats, from which a prefix is learnt.</param>
    public static IReadOnlyList<ReadsPrefix> Learn(ReadOnlySpan<byte> block, IReadOnlyList<FindsLine> lineStarts)
    {
        var found = new List<ReadsPrefix>();
        while (found.Count < MostPrefixes && LearnNext(block, found) is { } next) found.Add(next);
        if (LearntPrefixes.Learn(block, found, lineStarts) is { } learnt) found.Add(learnt.TryRead);
        return found;
    }

    private static ReadsPrefix? LearnNext(ReadOnlySpan<byte> block, List<ReadsPrefix> outer)
    {
        Span<int> having = stackalloc int[Rows.Length];
        var lines = 0;
        while (!block.IsEmpty && lines < AskedLines)
        {
            var end = block.IndexOf((byte)'\n');
            var line = (end < 0 ? block : block[..end]).TrimEnd((byte)'\r');
            // The block's last line may be cut.
            if (end < 0 && lines > 0) break;
            block = end < 0 ? default : block[(end + 1)..];
            foreach (var read in outer) line = read(line, out var prefix) ? prefix.Slice(line) : line;
            if (line.IsEmpty) continue;
            lines++;
            for (var i = 0; i < having.Length; i++)
            {
                if (Rows[i].Read(line, out _)) having[i]++;
            }
        }

        for (var i = 0; i < having.Length; i++)
        {
            if (having[i] > 0 && having[i] * 10 >= lines * 9) return Rows[i].Read;
        }

        return null;
    }

    private static bool DockerJson(ReadOnlySpan<byte> line, out LinePrefix prefix)
    {
        prefix = default;
        var key = "{\"log\":\""u8;
        return line.StartsWith(key) && JsonText(line, key.Length, "\"time\":\""u8, micros: false, out prefix);
    }

    private static bool JournalJson(ReadOnlySpan<byte> line, out LinePrefix prefix)
    {
        prefix = default;
        if (line is not [(byte)'{', (byte)'"', ..]) return false;
        var key = "\"MESSAGE\":\""u8;
        var message = line.IndexOf(key);
        return message >= 0 && line.IndexOf("\"__REALTIME_TIMESTAMP\""u8) >= 0
            && JsonText(line, message + key.Length, "\"__REALTIME_TIMESTAMP\":\""u8, micros: true, out prefix);
    }

    private static bool JsonText(ReadOnlySpan<byte> line, int start, ReadOnlySpan<byte> timeKey, bool micros, out LinePrefix prefix)
    {
        prefix = default;
        var end = QuotedText.End(line, start);
        if (end < 0) return false;
        long? unix = null;
        var time = line.IndexOf(timeKey);
        if (time >= 0)
        {
            var value = line[(time + timeKey.Length)..];
            if (!micros && PrefixTime.TryRead(value, out var read, out _, out _)) unix = read;
            else if (micros && new Utf8Cursor(value) is var cursor && cursor.TryTakeFixed(3, out var nanoseconds)) unix = nanoseconds;
        }

        prefix = new LinePrefix(start, end - start, true, unix, 0);
        return true;
    }

    private static bool Timestamp(ReadOnlySpan<byte> line, out LinePrefix prefix) => Timed(line, default, out prefix);

    private static bool Cri(ReadOnlySpan<byte> line, out LinePrefix prefix) =>
        Timed(line, "stdout F "u8, out prefix) || Timed(line, "stderr F "u8, out prefix);

    private static bool Timed(ReadOnlySpan<byte> line, ReadOnlySpan<byte> follows, out LinePrefix prefix)
    {
        prefix = default;
        if (!PrefixTime.TryRead(line, out var unix, out var grain, out var length)) return false;
        if (length >= line.Length || line[length] != ' ' || !line[(length + 1)..].StartsWith(follows)) return false;
        prefix = Behind(line, length + 1 + follows.Length, unix, grain);
        return true;
    }

    private static bool Syslog5424(ReadOnlySpan<byte> line, out LinePrefix prefix)
    {
        prefix = default;
        if (line is not [(byte)'<', ..]) return false;
        var version = line[..Math.Min(line.Length, 6)].IndexOf(">1 "u8);
        if (version < 2) return false;
        var start = version + 3;
        if (!PrefixTime.TryRead(line[start..], out var unix, out var grain, out var length)) return false;
        var cursor = new Utf8Cursor(line) { Position = start + length };
        // Host, program, process, message id; then data, which is "-" or in brackets.
        for (var field = 0; field < 5; field++)
        {
            if (!cursor.TrySkipPast(" "u8)) return false;
        }

        if (!cursor.TryTake("- "u8) && !(cursor.Rest is [(byte)'[', ..] && cursor.TrySkipPast("] "u8))) return false;
        cursor.TryTake([0xef, 0xbb, 0xbf]);
        prefix = Behind(line, cursor.Position, unix, grain);
        return true;
    }

    private static bool ShortIso(ReadOnlySpan<byte> line, out LinePrefix prefix)
    {
        prefix = default;
        return PrefixTime.TryRead(line, out var unix, out var grain, out var length) && TryReadHost(line, length, unix, grain, out prefix);
    }

    private static bool Syslog3164(ReadOnlySpan<byte> line, out LinePrefix prefix)
    {
        prefix = default;
        var position = line is [(byte)'<', ..] ? line[..Math.Min(line.Length, 6)].IndexOf((byte)'>') + 1 : 0;
        // It has neither year nor zone, so its time is not certain.
        return PrefixTime.TryPassShort(line[position..], out var length) && TryReadHost(line, position + length, null, 0, out prefix);
    }

    /// <summary><c> host java[123]: </c> or <c> app[web.1]: </c>.</summary>
    private static bool TryReadHost(ReadOnlySpan<byte> line, int position, long? unix, long grain, out LinePrefix prefix)
    {
        prefix = default;
        if (position >= line.Length || line[position] != ' ') return false;
        var host = line[(position + 1)..].IndexOf((byte)' ');
        if (host <= 0 || line[position + 1] == '[') return false;
        if (line[(position + 1)..].StartsWith(DebugStart)) return false;
        if (line[position + host] == ':' && !char.IsAsciiDigit((char)line[position + 1]))
        {
            // A program without a host: heroku's app[web.1]; a number is a log's own timestamp.
            prefix = Behind(line, position + 2 + host, unix, grain);
            return true;
        }

        var program = position + 2 + host;
        if (line[program..].StartsWith(DebugStart)) return false;
        var colon = line[program..].IndexOf(": "u8);
        if (colon <= 0 || line.Slice(program, colon).Contains((byte)' ')) return false;
        prefix = Behind(line, program + colon + 2, unix, grain);
        return true;
    }

    /// <summary>How CPython's debug lines begin, which look as if a program called gc had written them.</summary>
    private static ReadOnlySpan<byte> DebugStart => "gc: "u8;

    private static bool Pod(ReadOnlySpan<byte> line, out LinePrefix prefix)
    {
        prefix = default;
        if (!line.StartsWith("[pod/"u8)) return false;
        var end = line.IndexOf("] "u8);
        if (end < 0) return false;
        prefix = Behind(line, end + 2, null, 0);
        return true;
    }

    private static bool Compose(ReadOnlySpan<byte> line, out LinePrefix prefix)
    {
        prefix = default;
        var bar = line[..Math.Min(line.Length, 128)].IndexOf(" | "u8);
        if (bar <= 0 || line[..bar].TrimEnd((byte)' ').ContainsAnyExcept(Names)) return false;
        prefix = Behind(line, bar + 3, null, 0);
        return true;
    }

    private static readonly System.Buffers.SearchValues<byte> Names =
        System.Buffers.SearchValues.Create(Encoding.ASCII.GetBytes("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"));

    private static LinePrefix Behind(ReadOnlySpan<byte> line, int start, long? unix, long grain) =>
        new(start, line.Length - start, false, unix, grain);
}

/// <summary>What a container's runtime, a log collector or syslog put in front of a line.</summary>
/// <param name="Start">Where the line's own text begins.</param>
/// <param name="Length">Its length; a quoted text ends before the line does.</param>
/// <param name="Quoted">Whether the text is a string of JSON or CSV whose escapes must be decoded.</param>
/// <param name="UnixNanoseconds">When the line arrived, since 1970; null when the prefix doesn't say.</param>
/// <param name="GrainNanoseconds">How much later it may have been, because the time is cut.</param>
internal readonly record struct LinePrefix(int Start, int Length, bool Quoted, long? UnixNanoseconds, long GrainNanoseconds)
{
    /// <summary>The line's own text.</summary>
    public ReadOnlySpan<byte> Slice(ReadOnlySpan<byte> line) => line.Slice(Start, Length);
}
