using Unpause.Requests.Columns;

namespace Unpause.Requests.Logs;

/// <summary>
/// Lines with a time in brackets or of ISO 8601, a request, and one duration with its unit behind it: Traefik's common log
/// (<c>… 23 "router" "http://10.0.0.1:80" 17ms</c>, behind the number of requests so far) and morgan's (<c>GET /a 200 163.7 ms - 12</c>).
/// Traefik's timestamp is the start of the request. Others do not document it, but as they write a line when a request has ended,
/// their timestamp is read as the end. Sources: Traefik, middlewares/accesslog/logger_formatters.go; morgan, README.
/// </summary>
/// <param name="traefik">Only lines that end as Traefik's do.</param>
internal sealed class TimedTextLine(bool traefik) : ILogLine
{
    private static readonly TableColumn Duration = new(ColumnRole.Duration, null);
    private static readonly TableColumn Request = new(ColumnRole.Request, null);
    private static readonly TableColumn Path = new(ColumnRole.Name, null);
    private static readonly TableColumn Method = new(ColumnRole.Method, null);
    private static readonly TableColumn LogEntry = new(ColumnRole.LogEntry, null);
    private readonly TableColumn _stamp = new(ColumnRole.Start, null, Ambiguous: !traefik);
    private readonly Row _row = new(RequestOptions.Default);
    private bool _stamped;
    private bool _named;
    private int _durations;

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        _row.Begin();
        _row.Take(LogEntry, default, builder);
        _stamped = _named = false;
        _durations = 0;
        ReadOnlySpan<byte> previous = default;
        var quoted = 0;
        var afterTwoTexts = false;
        for (var tokens = new LogTokens(line); tokens.MoveNext();)
        {
            var token = tokens.Token;
            afterTwoTexts = quoted == 2;
            if (tokens.Quoted) TakeRequest(token, builder);
            else TakeWord(previous, token, builder);
            quoted = tokens.Quoted ? quoted + 1 : 0;
            previous = tokens.Quoted ? default : token;
        }

        if (!_stamped || !_named || _durations != 1 || (traefik && !afterTwoTexts)) return LineOutcome.NotUnderstood;
        return _row.TryAddTo(builder) ? LineOutcome.Request : LineOutcome.NotUnderstood;
    }

    private void TakeRequest(ReadOnlySpan<byte> text, RequestSetBuilder builder)
    {
        if (_named || text.IndexOf(" HTTP/"u8) < 0) return;
        _row.Take(Request, text, builder);
        _named = true;
    }

    private void TakeWord(ReadOnlySpan<byte> previous, ReadOnlySpan<byte> word, RequestSetBuilder builder)
    {
        if (!_stamped && IsStamp(word))
        {
            _row.Take(_stamp, word, builder);
            _stamped = true;
        }
        else if (!_named && word.StartsWith("/"u8) && IsMethod(previous))
        {
            _row.Take(Path, word, builder);
            _row.Take(Method, previous, builder);
            _named = true;
        }
        else if (IsUnit(word) && StartsWithDigit(previous))
        {
            TakeDuration((byte[])[.. previous, .. word], builder);
        }
        else if (StartsWithDigit(word) && IsUnit(word.TrimStart("0123456789."u8)))
        {
            TakeDuration(word, builder);
        }
    }

    private void TakeDuration(ReadOnlySpan<byte> text, RequestSetBuilder builder)
    {
        if (++_durations == 1) _row.Take(Duration, text, builder);
    }

    private static bool IsStamp(ReadOnlySpan<byte> word) =>
        WallTime.TryParseCommonLog(word, out _) || WallTime.TryParseIso(word, out _, out _, out _);

    private static bool IsMethod(ReadOnlySpan<byte> word) =>
        word.Length is >= 3 and <= 7 && word.IndexOfAnyExceptInRange((byte)'A', (byte)'Z') < 0;

    private static bool IsUnit(ReadOnlySpan<byte> word) =>
        word.SequenceEqual("ms"u8) || word.SequenceEqual("s"u8) || word.SequenceEqual("us"u8) || word.SequenceEqual("µs"u8)
        || word.SequenceEqual("ns"u8);

    private static bool StartsWithDigit(ReadOnlySpan<byte> word) => word.Length > 0 && char.IsAsciiDigit((char)word[0]);
}
