namespace Unpause.Requests.Logs;

/// <summary>
/// W3C extended logs: IIS, and others with the same header (CloudFront, Tomcat's ExtendedAccessLogValve). The #Fields header names
/// the columns. Date and time are UTC and the moment of writing, at the end of the response; time-taken is whole milliseconds in IIS, and
/// seconds where it has a decimal point. Elsewhere a whole number has no known unit: Tomcat 10.1 writes whole seconds, as the draft has
/// it. Sources: W3C WD-logfile-960323; Microsoft, "Description of the time-taken field"; AWS, CloudFront "Standard logging reference".
/// </summary>
/// <param name="durationUnit">Unit of whole numbers that are not of IIS; null when the user doesn't say.</param>
internal sealed class W3cLogLine(TimeUnit? durationUnit = null) : ILogLine
{
    private const long Second = 1_000_000_000;
    private const long Millisecond = 1_000_000;
    private int _date = -1;
    private int _time = -1;
    private int _taken = -1;
    private int _method = -1;
    private int _path = -1;
    private bool _microsoftSoftware;
    private bool _microsoftFields;

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        if (line[0] == '#')
        {
            if (line.StartsWith("#Fields:"u8)) ReadFields(line["#Fields:".Length..]);
            if (line.StartsWith("#Software:"u8)) _microsoftSoftware = line.IndexOf("Microsoft"u8) >= 0;
            return LineOutcome.Other;
        }

        if (_date < 0 || _time < 0 || _taken < 0) return LineOutcome.NotUnderstood;
        Span<byte> stampText = stackalloc byte[64];
        var stampLength = 0;
        ReadOnlySpan<byte> taken = default, method = default, path = default, date = default, time = default;
        var tokens = new LogTokens(line);
        for (var index = 0; tokens.MoveNext(); index++)
        {
            if (index == _date) date = tokens.Token;
            if (index == _time) time = tokens.Token;
            if (index == _taken) taken = tokens.Token;
            if (index == _method) method = tokens.Token;
            if (index == _path) path = tokens.Token;
        }

        if (date.Length != 10 || time.Length is < 8 or > 20 || taken.IsEmpty) return LineOutcome.NotUnderstood;
        date.CopyTo(stampText);
        stampText[10] = (byte)' ';
        time.CopyTo(stampText[11..]);
        stampLength = 11 + time.Length;
        if (!WallTime.TryParseIso(stampText[..stampLength], out var end, out var digits, out _)) return LineOutcome.NotUnderstood;
        if (UnitOf(taken) is not { } unit)
        {
            builder.UnitUnknown(taken);
            return LineOutcome.Request;
        }

        if (!TryReadTaken(taken, unit, out var duration)) return LineOutcome.NotUnderstood;
        builder.Stamp(TimestampMeaning.End, TimestampMeaning.End);
        builder.Resolution(digits == 0 ? Second : Millisecond);
        return builder.TryAddRequest(end - duration, duration, Name(method, path, builder))
            ? LineOutcome.Request
            : LineOutcome.NotUnderstood;
    }

    private static int Name(ReadOnlySpan<byte> method, ReadOnlySpan<byte> path, RequestSetBuilder builder)
    {
        Span<byte> name = stackalloc byte[Limits.NameBytes];
        if (method.Length + 1 + path.Length > name.Length) return builder.Name(path);
        method.CopyTo(name);
        name[method.Length] = (byte)' ';
        path.CopyTo(name[(method.Length + 1)..]);
        return builder.Name(name[..(method.Length + 1 + path.Length)].Trim((byte)' '));
    }

    private TimeUnit? UnitOf(ReadOnlySpan<byte> taken)
    {
        if (taken.IndexOfAnyExceptInRange((byte)'0', (byte)'9') >= 0) return TimeUnit.Seconds;
        return _microsoftSoftware || _microsoftFields ? TimeUnit.Milliseconds : durationUnit;
    }

    private static bool TryReadTaken(ReadOnlySpan<byte> text, TimeUnit unit, out long nanoseconds)
    {
        var cursor = new Utf8Cursor(text);
        var digits = unit switch { TimeUnit.Seconds => 9, TimeUnit.Milliseconds => 6, TimeUnit.Microseconds => 3, _ => 0 };
        return cursor.TryTakeFixed(digits, out nanoseconds) && cursor.AtEnd;
    }

    private void ReadFields(ReadOnlySpan<byte> names)
    {
        _date = _time = _taken = _method = _path = -1;
        _microsoftFields = false;
        var tokens = new LogTokens(names);
        for (var index = 0; tokens.MoveNext(); index++)
        {
            if (tokens.Token.SequenceEqual("date"u8)) _date = index;
            if (tokens.Token.SequenceEqual("time"u8)) _time = index;
            if (tokens.Token.SequenceEqual("time-taken"u8)) _taken = index;
            if (tokens.Token.SequenceEqual("cs-method"u8)) _method = index;
            if (tokens.Token.SequenceEqual("cs-uri-stem"u8)) _path = index;
            if (tokens.Token.SequenceEqual("sc-win32-status"u8) || tokens.Token.SequenceEqual("sc-substatus"u8)) _microsoftFields = true;
        }
    }
}

/// <summary>Walks over blank-separated tokens; a quoted or bracketed text is one token, given without its marks.</summary>
internal ref struct LogTokens(ReadOnlySpan<byte> text)
{
    private ReadOnlySpan<byte> _rest = text;

    public ReadOnlySpan<byte> Token { get; private set; }

    /// <summary>Whether the current token was quoted.</summary>
    public bool Quoted { get; private set; }

    /// <summary>Goes to the next token; false at the end.</summary>
    public bool MoveNext()
    {
        _rest = _rest.TrimStart(" \t"u8);
        if (_rest.IsEmpty) return false;
        Quoted = _rest[0] == '"';
        if (Quoted || _rest[0] == '[')
        {
            var end = Quoted ? LogText.EndOfQuoted(_rest[1..]) : _rest[1..].IndexOf((byte)']');
            if (end >= 0) return Take(1, end, end + 2);
        }

        var blank = _rest.IndexOfAny((byte)' ', (byte)'\t');
        return blank < 0 ? Take(0, _rest.Length, _rest.Length) : Take(0, blank, blank + 1);
    }

    private bool Take(int start, int length, int consumed)
    {
        Token = _rest.Slice(start, length);
        _rest = _rest[consumed..];
        return true;
    }
}

/// <summary>
/// Envoy's default access log and Istio's: [START_TIME] "METHOD PATH PROTOCOL" CODE FLAGS … RECEIVED SENT DURATION ….
/// START_TIME is the start, DURATION milliseconds to the last byte out. Lines of TCP proxies ("- - -") are no requests.
/// Source: Envoy, "Access logging", default format string; Istio's adds details, termination and failure reason after the flags.
/// </summary>
internal sealed class EnvoyLogLine : ILogLine
{
    private const long Millisecond = 1_000_000;

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        var bracket = line.IndexOf((byte)'[');
        var close = bracket < 0 ? -1 : line[bracket..].IndexOf("] \""u8);
        if (close < 0 || !WallTime.TryParseIso(line.Slice(bracket + 1, close - 1), out var start, out _, out _))
        {
            return LineOutcome.NotUnderstood;
        }

        var rest = line[(bracket + close + 3)..];
        var end = LogText.EndOfQuoted(rest);
        if (end < 0) return LineOutcome.NotUnderstood;
        var request = rest[..end];
        if (request.StartsWith("- - "u8)) return LineOutcome.Other;
        if (!TryFindDuration(rest[(end + 1)..], out var milliseconds)) return LineOutcome.NotUnderstood;
        builder.Resolution(Millisecond);
        builder.Stamp(TimestampMeaning.Start, TimestampMeaning.Start);
        return builder.TryAddRequest(start, milliseconds * Millisecond, builder.Name(LogText.MethodAndPath(request)))
            ? LineOutcome.Request
            : LineOutcome.NotUnderstood;
    }

    /// <summary>The third of three whole numbers in a row, after code and flags.</summary>
    private static bool TryFindDuration(ReadOnlySpan<byte> rest, out long milliseconds)
    {
        var tokens = new LogTokens(rest);
        var row = 0;
        milliseconds = 0;
        for (var index = 0; tokens.MoveNext(); index++)
        {
            if (index < 2) continue;
            var cursor = new Utf8Cursor(tokens.Token);
            var whole = !tokens.Quoted && cursor.TryTakeInteger(out milliseconds) && cursor.AtEnd && milliseconds >= 0;
            row = whole ? row + 1 : 0;
            if (row == 3) return milliseconds <= long.MaxValue / Millisecond;
        }

        return false;
    }
}
