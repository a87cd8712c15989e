using Unpause.Readers;

namespace Unpause.Requests.Logs;

/// <summary>
/// Access logs of nginx and Apache in the common and combined layouts with a request time somewhere behind:
/// nginx's $request_time (seconds with three decimals, bare or after <c>rt=</c>) or Apache's %D (whole microseconds) or %T/%D.
/// nginx writes when a request ends, so its start is the stamp (or $msec, when it is there) less the request time;
/// Apache's %t is the start. Sources: nginx ngx_http_log_module, Apache mod_log_config.
/// </summary>
/// <param name="apache">Whether lines are Apache's; else nginx's.</param>
/// <param name="durationUnit">Unit of Apache's whole number; microseconds when null.</param>
internal sealed class AccessLogLine(bool apache, TimeUnit? durationUnit) : ILogLine
{
    private const long Second = 1_000_000_000;
    private const long Millisecond = 1_000_000;
    private readonly byte[] _stampText = new byte[WallTime.CommonLogLength];
    private long _stamp;

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        if (!TryReadStamp(line, out var stamp, out var rest) || !TryReadRequest(rest, out var name, out rest))
        {
            return LineOutcome.NotUnderstood;
        }

        var times = FindTimes(rest);
        if (apache ? times.Whole is null : times.Seconds is null) return LineOutcome.NotUnderstood;
        var duration = apache ? WholeToNanoseconds(times.Whole!.Value) : times.Seconds!.Value;
        var start = apache ? stamp : (times.EndUnixNanoseconds ?? stamp) - duration;
        var meaning = apache ? StampMeaning.Start : StampMeaning.End;
        builder.Stamp(meaning, meaning);
        builder.Resolution(times.EndUnixNanoseconds is null || apache ? Second : Millisecond);
        return builder.TryAddRequest(start, duration, builder.Name(name)) ? LineOutcome.Request : LineOutcome.NotUnderstood;
    }

    /// <summary>Whether a line has the layout, with or without any request time.</summary>
    public bool HasLayout(ReadOnlySpan<byte> line) => TryReadStamp(line, out _, out var rest) && TryReadRequest(rest, out _, out _);

    private long WholeToNanoseconds(long whole)
    {
        var unit = (long)(durationUnit ?? TimeUnit.Microseconds);
        return whole <= long.MaxValue / unit ? whole * unit : -1;
    }

    private bool TryReadStamp(ReadOnlySpan<byte> line, out long stamp, out ReadOnlySpan<byte> rest)
    {
        stamp = 0;
        rest = default;
        var bracket = line.IndexOf((byte)'[');
        if (bracket < 0 || line.Length < bracket + WallTime.CommonLogLength + 2 || line[bracket + 1 + WallTime.CommonLogLength] != ']')
        {
            return false;
        }

        var text = line.Slice(bracket + 1, WallTime.CommonLogLength);
        rest = line[(bracket + WallTime.CommonLogLength + 2)..];
        // Many lines of one second follow each other.
        if (!text.SequenceEqual(_stampText))
        {
            if (!WallTime.TryParseCommonLog(text, out _stamp)) return false;
            text.CopyTo(_stampText);
        }

        stamp = _stamp;
        return true;
    }

    /// <summary>Reads the quoted request line and gives method and path, without the query: names must stay few.</summary>
    private static bool TryReadRequest(ReadOnlySpan<byte> rest, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> after)
    {
        name = after = default;
        if (!rest.StartsWith(" \""u8)) return false;
        rest = rest[2..];
        var end = LogText.EndOfQuoted(rest);
        if (end < 0) return false;
        name = LogText.MethodAndPath(rest[..end]);
        after = rest[(end + 1)..];
        return true;
    }

    private static Times FindTimes(ReadOnlySpan<byte> rest)
    {
        var times = default(Times);
        var tokens = new LogTokens(rest);
        // Status and bytes come first; they are whole numbers too.
        for (var index = 0; tokens.MoveNext(); index++)
        {
            if (index >= 2) Consider(tokens.Token, ref times);
        }

        return times;
    }

    private static void Consider(ReadOnlySpan<byte> token, ref Times times)
    {
        var equals = token.IndexOf((byte)'=');
        if (equals > 0)
        {
            if (times.Named || !IsRequestTime(token[..equals])
                || !WallTime.TryParseSeconds(token[(equals + 1)..].Trim((byte)'"'), out var named))
            {
                return;
            }

            times.Seconds = named;
            times.Named = true;
            return;
        }

        var cursor = new Utf8Cursor(token);
        if (token.IsEmpty || !char.IsAsciiDigit((char)token[0]) || !cursor.TryTakeInteger(out var whole)) return;
        if (cursor.AtEnd)
        {
            times.Whole ??= whole;
        }
        else if (cursor.TryTake((byte)'/') && cursor.TryTakeInteger(out var behind) && cursor.AtEnd)
        {
            times.Whole ??= behind;
        }
        else if (token.Length == token.IndexOf((byte)'.') + 4 && WallTime.TryParseSeconds(token, out var seconds))
        {
            TakeDecimal(seconds, ref times);
        }
    }

    /// <summary>A number with three decimals is $msec when it is a time of our days, else $request_time.</summary>
    private static void TakeDecimal(long nanoseconds, ref Times times)
    {
        if (nanoseconds > Second * 1_000_000_000) times.EndUnixNanoseconds ??= nanoseconds;
        else times.Seconds ??= nanoseconds;
    }

    private static bool IsRequestTime(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("rt"u8) || name.SequenceEqual("request_time"u8)
        || name.SequenceEqual("reqtime"u8) || name.SequenceEqual("req_time"u8);

    private struct Times
    {
        /// <summary>nginx's request time, in nanoseconds.</summary>
        public long? Seconds;

        /// <summary>It stood after its name.</summary>
        public bool Named;

        /// <summary>Apache's request time, in its unit.</summary>
        public long? Whole;

        /// <summary>nginx's $msec.</summary>
        public long? EndUnixNanoseconds;
    }
}
