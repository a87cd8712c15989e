using System.Globalization;
using System.Text;

namespace Unpause.Requests.Logs;

/// <summary>
/// Access logs in the common and combined layouts with a request time somewhere behind, as one <see cref="AccessLogKind"/> writes it:
/// nginx's also after <c>rt=</c>, with $msec as a finer timestamp of the end when it is there. Sources: nginx ngx_http_log_module, Apache
/// mod_log_config, Tomcat AbstractAccessLogValve, gunicorn glogging.
/// </summary>
/// <param name="kind">Which server's request time.</param>
/// <param name="durationUnit">Unit of a bare whole number; null when the user doesn't say.</param>
internal sealed class AccessLogLine(AccessLogKind kind, TimeUnit? durationUnit = null) : ILogLine
{
    private const long Second = 1_000_000_000;
    private const long Millisecond = 1_000_000;
    private const long Microsecond = 1_000;

    // nginx times a request and its parts with clocks that it reads once a round of events.
    private const long RoundingError = 2 * Millisecond;
    private readonly byte[] _stampText = new byte[WallTime.CommonLogLength];
    private long _stamp;

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        if (!TryReadStamp(line, out var stamp, out var rest) || !TryReadRequest(rest, out var name, out rest))
        {
            return LineOutcome.NotUnderstood;
        }

        var times = FindTimes(rest);
        var duration = kind switch
        {
            AccessLogKind.Nginx => times.Seconds,
            AccessLogKind.Gunicorn => times.SixDecimals,
            AccessLogKind.Apache => times.Microseconds * Microsecond,
            _ => times.Wholes == 1 ? times.Whole : null,
        };
        if (duration is not { } taken) return LineOutcome.NotUnderstood;
        if (kind == AccessLogKind.Whole && !TryScale(times, builder, ref taken)) return LineOutcome.Request;
        if (kind == AccessLogKind.Nginx && !IsWholeRequest(times, builder)) return LineOutcome.Request;
        var end = kind == AccessLogKind.Nginx ? times.EndUnixNanoseconds : null;
        builder.Resolution(end is null ? Second : Millisecond);
        builder.Stamp(Said, Said is TimestampMeaning.End ? TimestampMeaning.End : TimestampMeaning.Start);
        return builder.TryAddRequest(Said is TimestampMeaning.End ? (end ?? stamp) - taken : stamp, taken, builder.Name(name))
            ? LineOutcome.Request
            : LineOutcome.NotUnderstood;
    }

    private TimestampMeaning Said => kind switch
    {
        // Tomcat writes both from 10.1 on, with Apache's units and its own %t, the end.
        AccessLogKind.Apache or AccessLogKind.Whole => TimestampMeaning.Unknown,
        _ => TimestampMeaning.End,
    };

    /// <summary>Whether a line has the layout, with or without any request time.</summary>
    public bool HasLayout(ReadOnlySpan<byte> line) => TryReadStamp(line, out _, out var rest) && TryReadRequest(rest, out _, out _);

    /// <summary>Gives a bare whole number its unit; false when it is unknown.</summary>
    private bool TryScale(Times times, RequestSetBuilder builder, ref long duration)
    {
        if (durationUnit is not { } unit)
        {
            builder.UnitUnknown(Encoding.ASCII.GetBytes(times.Whole!.Value.ToString(CultureInfo.InvariantCulture)));
            return false;
        }

        duration = duration <= long.MaxValue / (long)unit ? duration * (long)unit : -1;
        return true;
    }

    /// <summary>
    /// Whether the first of several numbers can be $request_time: it is none of its parts ($upstream_connect_time and others), each of
    /// which is as long at most. Only a name could show the rest.
    /// </summary>
    private static bool IsWholeRequest(Times times, RequestSetBuilder builder)
    {
        if (times.Named || times.OtherSeconds is not { } other) return true;
        if (times.Seconds + RoundingError < other)
        {
            builder.TimeUnknown(string.Create(
                CultureInfo.InvariantCulture, $"{(double)times.Seconds!.Value / Second:0.000} and {(double)other / Second:0.000}"));
            return false;
        }

        builder.Coverage.Add(
            "each line has several times, and the first is read as $request_time: give the layout with --log-format if it is another one");
        return true;
    }

    private bool TryReadStamp(ReadOnlySpan<byte> line, out long stamp, out ReadOnlySpan<byte> rest)
    {
        stamp = 0;
        rest = default;
        var bracket = IndexOfStamp(line);
        if (bracket < 0) return false;
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

    /// <summary>Loggers put a process id, a level or a time of their own in brackets before the line.</summary>
    private static int IndexOfStamp(ReadOnlySpan<byte> line)
    {
        var last = line.Length - WallTime.CommonLogLength - 2;
        for (var from = 0; from <= last;)
        {
            var bracket = line[from..].IndexOf((byte)'[') + from;
            if (bracket < from || bracket > last) return -1;
            if (line[bracket + 1 + WallTime.CommonLogLength] == ']' && line[bracket + 3] == '/') return bracket;
            from = bracket + 1;
        }

        return -1;
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
            times.Wholes++;
        }
        else if (cursor.TryTake((byte)'/') && cursor.TryTakeInteger(out var behind) && cursor.AtEnd)
        {
            if (behind <= long.MaxValue / Microsecond && whole == behind / 1_000_000) times.Microseconds ??= behind;
        }
        else if (token.Length == token.IndexOf((byte)'.') + 7 && WallTime.TryParseSeconds(token, out var fine))
        {
            if (fine < Second * 1_000_000_000) times.SixDecimals ??= fine;
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
        else if (times.Seconds is null) times.Seconds = nanoseconds;
        else times.OtherSeconds = Math.Max(times.OtherSeconds ?? 0, nanoseconds);
    }

    private static bool IsRequestTime(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("rt"u8) || name.SequenceEqual("request_time"u8)
        || name.SequenceEqual("reqtime"u8) || name.SequenceEqual("req_time"u8);

    private struct Times
    {
        /// <summary>nginx's request time, in nanoseconds.</summary>
        public long? Seconds;

        /// <summary>The longest of further ones.</summary>
        public long? OtherSeconds;

        /// <summary>It follows its name.</summary>
        public bool Named;

        /// <summary>gunicorn's request time, in nanoseconds.</summary>
        public long? SixDecimals;

        /// <summary>Apache's request time behind its whole seconds.</summary>
        public long? Microseconds;

        /// <summary>The first bare whole number.</summary>
        public long? Whole;

        /// <summary>How many bare whole numbers there are: of several none is known to be the time.</summary>
        public int Wholes;

        /// <summary>nginx's $msec.</summary>
        public long? EndUnixNanoseconds;
    }
}

/// <summary>Which server's request time follows a line in the common or combined layout.</summary>
internal enum AccessLogKind
{
    /// <summary>nginx's $request_time (and Tomcat's %T up to 10.0): seconds with three decimals, stamped at the end.</summary>
    Nginx,

    /// <summary>gunicorn's %(L)s: seconds with six decimals, stamped at the end.</summary>
    Gunicorn,

    /// <summary>
    /// %T/%D of Apache, stamped at the start, or of Tomcat from 10.1 on, stamped at the end: whole seconds and microseconds.
    /// </summary>
    Apache,

    /// <summary>
    /// One whole number: Apache's %D (microseconds, stamped at the start), Tomcat's (milliseconds up to 10.0, then microseconds,
    /// stamped at the end), gunicorn's %(M)s or %(D)s. Nothing in the line distinguishes them.
    /// </summary>
    Whole,
}
