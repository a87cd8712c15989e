using Unpause.Recordings.Readers;

namespace Unpause.Requests.Logs;

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
        builder.Stamp(StampMeaning.Start, StampMeaning.Start);
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
