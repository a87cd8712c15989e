namespace Unpause.Requests.Logs;

/// <summary>
/// HAProxy's HTTP and TCP logs: <c>client [stamp] frontend backend/server timers …</c>. HTTP: the timestamp is when the request's first
/// byte came (%tr; before 1.7 when the connection was accepted), and the last of TR/Tw/Tc/Tr/Ta is the time to the response's
/// last byte. TCP: the timestamp is the accept, and the last of Tw/Tc/Tt the session's whole time. Milliseconds, in the host's time
/// zone, which isn't written. A time with a plus (<c>option logasap</c>) was written before the end. Source: HAProxy configuration manual,
/// 8.2.2 and 8.2.3.
/// </summary>
internal sealed class HaproxyLogLine : ILogLine
{
    private const long Millisecond = 1_000_000;
    private const int HttpTimers = 5;
    private const int TcpTimers = 3;

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        if (!TryFindStamp(line, out var start, out var rest)) return LineOutcome.NotUnderstood;
        var tokens = new LogTokens(rest);
        if (!tokens.MoveNext() || !tokens.MoveNext()) return LineOutcome.NotUnderstood;
        var backend = tokens.Token;
        if (backend.IndexOf((byte)'/') < 0 || !tokens.MoveNext()) return LineOutcome.NotUnderstood;
        if (!TryReadTimers(tokens.Token, out var timers, out var last)) return LineOutcome.NotUnderstood;
        if (last is not { } milliseconds)
        {
            builder.WithoutDuration();
            return LineOutcome.Other;
        }

        builder.Resolution(Millisecond);
        builder.Stamp(TimestampMeaning.Start, TimestampMeaning.Start);
        builder.Coverage.Add("times have no time zone and are read as UTC");
        if (timers == TcpTimers)
            builder.Coverage.Add("some entries are TCP sessions (option tcplog), each of which may contain many requests");
        var name = timers == HttpTimers ? RequestOf(rest) : backend[..backend.IndexOf((byte)'/')];
        return builder.TryAddRequest(start, milliseconds * Millisecond, builder.Name(name))
            ? LineOutcome.Request
            : LineOutcome.NotUnderstood;
    }

    /// <summary>Finds <c>[06/Feb/2009:12:14:14.655] </c>; a process id in brackets may precede it.</summary>
    private static bool TryFindStamp(ReadOnlySpan<byte> line, out long start, out ReadOnlySpan<byte> rest)
    {
        const int Length = 24;
        Span<byte> common = stackalloc byte[WallTime.CommonLogLength];
        " +0000"u8.CopyTo(common[20..]);
        start = 0;
        rest = line;
        for (var bracket = rest.IndexOf((byte)'['); bracket >= 0; bracket = rest.IndexOf((byte)'['))
        {
            rest = rest[(bracket + 1)..];
            if (rest.Length < Length + 2 || rest[Length] != ']' || rest[20] != '.') continue;
            rest[..20].CopyTo(common);
            var cursor = new Utf8Cursor(rest.Slice(21, 3));
            if (!WallTime.TryParseCommonLog(common, out start) || !cursor.TryTakeFixed(0, out var fraction) || !cursor.AtEnd) continue;
            start += fraction * Millisecond;
            rest = rest[(Length + 1)..];
            return true;
        }

        return false;
    }

    /// <summary>Reads numbers between slashes; a timer that was never reached is -1.</summary>
    private static bool TryReadTimers(ReadOnlySpan<byte> token, out int count, out long? last)
    {
        count = 0;
        last = null;
        while (true)
        {
            var slash = token.IndexOf((byte)'/');
            var text = slash < 0 ? token : token[..slash];
            var early = text.StartsWith("+"u8);
            var cursor = new Utf8Cursor(early ? text[1..] : text);
            if (!cursor.TryTakeInteger(out var value) || !cursor.AtEnd || value > long.MaxValue / Millisecond) return false;
            count++;
            last = early || value < 0 ? null : value;
            if (slash < 0) return count is HttpTimers or TcpTimers;
            token = token[(slash + 1)..];
        }
    }

    /// <summary>The request is the line's first quoted text; a long one is cut with its quote.</summary>
    private static ReadOnlySpan<byte> RequestOf(ReadOnlySpan<byte> rest)
    {
        var quote = rest.IndexOf(" \""u8);
        if (quote < 0) return default;
        rest = rest[(quote + 2)..];
        var end = LogText.EndOfQuoted(rest);
        return LogText.MethodAndPath(end < 0 ? rest : rest[..end]);
    }
}
