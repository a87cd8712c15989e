using Unpause.Requests.Columns;

namespace Unpause.Requests.Logs;

/// <summary>
/// Gin's line, written when the request has ended: <c>[GIN] 2021/03/04 - 12:00:00 | 200 | 3.2ms | 10.0.0.1 | GET "/path"</c>, local time,
/// with colours on a terminal. Source: gin-gonic/gin, logger.go.
/// </summary>
internal sealed class GinLine : ILogLine
{
    private readonly Row _row = new(RequestOptions.Default);
    private readonly byte[] _plain = new byte[FrameworkText.PlainBytes];

    /// <inheritdoc/>
    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        var at = line.IndexOf("[GIN] "u8);
        if (at < 0) return LineOutcome.Other;
        var text = FrameworkText.WithoutColours(line[(at + 6)..], _plain);
        _row.Begin();
        if (!FrameworkText.TryTakeStamp(ref text, " - "u8, _row, builder)) return LineOutcome.NotUnderstood;
        var bar = text.IndexOf((byte)'|');
        if (bar < 0) return LineOutcome.NotUnderstood;
        text = text[(bar + 1)..];
        var fields = new FrameworkFields(text, (byte)'|');
        if (!fields.TryTake(out var status) || !fields.TryTake(out var duration) || !fields.TryTake(out _))
            return LineOutcome.NotUnderstood;
        FrameworkText.TakeAnswer(_row, status, duration, builder);
        var request = fields.Rest.Trim((byte)' ');
        var quote = request.IndexOf((byte)'"');
        if (quote > 0) FrameworkText.TakeName(_row, request[..quote].TrimEnd((byte)' '), request[quote..].Trim((byte)'"'), builder);
        return _row.TryAddTo(builder) ? LineOutcome.Request : LineOutcome.NotUnderstood;
    }
}

/// <summary>
/// Chi's line, written when the request has ended: <c>2021/03/04 12:00:00 [host/id-000001] "GET http://host/path HTTP/1.1" from
/// 127.0.0.1:5000 - 200 2B in 1.5ms</c>, local time. Source: go-chi/chi, middleware/logger.go.
/// </summary>
internal sealed class ChiLine : ILogLine
{
    private readonly Row _row = new(RequestOptions.Default);
    private readonly byte[] _plain = new byte[FrameworkText.PlainBytes];

    /// <inheritdoc/>
    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        if (line.IndexOf("\" from "u8) < 0 || line.IndexOf("B in "u8) < 0) return LineOutcome.Other;
        var text = FrameworkText.WithoutColours(line, _plain);
        _row.Begin();
        if (!FrameworkText.TryTakeStamp(ref text, " "u8, _row, builder)) return LineOutcome.NotUnderstood;
        var open = text.IndexOf((byte)'"');
        if (open < 0 || LogText.EndOfQuoted(text[(open + 1)..]) is not (> 0 and var length)) return LineOutcome.NotUnderstood;
        var request = text.Slice(open + 1, length);
        text = text[(open + 1 + length)..];
        var dash = text.IndexOf(" - "u8);
        var took = text.LastIndexOf(" in "u8);
        var method = request.IndexOf((byte)' ');
        if (dash < 0 || took < dash + 3 || method < 0) return LineOutcome.NotUnderstood;
        var url = request[(method + 1)..];
        var end = url.IndexOf((byte)' ');
        FrameworkText.TakeAnswer(_row, FrameworkText.Word(text[(dash + 3)..]), FrameworkText.Word(text[(took + 4)..]), builder);
        FrameworkText.TakeName(_row, request[..method], FrameworkText.PathOf(end < 0 ? url : url[..end]), builder);
        return _row.TryAddTo(builder) ? LineOutcome.Request : LineOutcome.NotUnderstood;
    }
}

/// <summary>
/// ASP.NET Core's own line (<c>Request finished HTTP/1.1 GET http://host/path - 200 - text/plain 12.3456ms</c>, .NET 5 on) and Serilog's
/// (<c>HTTP GET /path responded 200 in 12.3456 ms</c>), both written when the request has ended, behind a date: at the line's beginning, or
/// at that of the line before, where the console's logger puts it. Sources: aspnetcore, HostingRequestFinishedLog.cs; Serilog.AspNetCore.
/// </summary>
internal sealed class AspNetLine : ILogLine
{
    private static readonly byte[] OwnMark = "Request finished HTTP/"u8.ToArray();
    private static readonly byte[] SerilogMark = " responded "u8.ToArray();
    private readonly Row _row = new(RequestOptions.Default);
    private readonly byte[] _stamp = new byte[FrameworkText.StampBytes];
    private int _stampLength;

    /// <inheritdoc/>
    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        var stamp = FrameworkText.LeadingStamp(line);
        if (stamp.Length is > 0 and <= FrameworkText.StampBytes)
        {
            stamp.CopyTo(_stamp);
            _stampLength = stamp.Length;
        }
        else if (line.IndexOf(OwnMark) != line.Length - line.TrimStart((byte)' ').Length)
        {
            _stampLength = 0;
        }

        var outcome = TakeRequest(line, builder);
        if (outcome != LineOutcome.Request) return outcome;
        if (_stampLength == 0) return LineOutcome.NotUnderstood;
        _row.Take(FrameworkText.End, _stamp.AsSpan(0, _stampLength), builder);
        return _row.TryAddTo(builder) ? LineOutcome.Request : LineOutcome.NotUnderstood;
    }

    private LineOutcome TakeRequest(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        _row.Begin();
        if (line.IndexOf(OwnMark) is var own and >= 0) return TakeOwn(line[(own + OwnMark.Length)..], builder);
        var responded = line.IndexOf(SerilogMark);
        var begin = responded < 0 ? -1 : line[..responded].LastIndexOf("HTTP "u8);
        if (begin < 0) return LineOutcome.Other;
        var request = line[(begin + 5)..responded];
        var answer = line[(responded + SerilogMark.Length)..];
        var method = request.IndexOf((byte)' ');
        var took = answer.IndexOf(" in "u8);
        if (method < 0 || took < 0 || !answer.TrimEnd("\r "u8).EndsWith(" ms"u8)) return LineOutcome.Other;
        FrameworkText.TakeName(_row, request[..method], request[(method + 1)..], builder);
        _row.Take(FrameworkText.Status, answer[..took], builder);
        _row.Take(FrameworkText.Milliseconds, FrameworkText.Word(answer[(took + 4)..]), builder);
        return LineOutcome.Request;
    }

    private LineOutcome TakeOwn(ReadOnlySpan<byte> text, RequestSetBuilder builder)
    {
        text = text.TrimEnd("\r "u8);
        var fields = new FrameworkFields(text, (byte)' ');
        if (!fields.TryTake(out _) || !fields.TryTake(out var method) || !fields.TryTake(out var url)) return LineOutcome.NotUnderstood;
        var dash = text.IndexOf(" - "u8);
        var last = text.LastIndexOf((byte)' ');
        if (dash < 0 || last < dash + 3 || !text.EndsWith("ms"u8)) return LineOutcome.NotUnderstood;
        FrameworkText.TakeAnswer(_row, FrameworkText.Word(text[(dash + 3)..]), text[(last + 1)..], builder);
        FrameworkText.TakeName(_row, method, FrameworkText.PathOf(url), builder);
        return LineOutcome.Request;
    }
}

/// <summary>
/// Rails' lines: <c>Completed 200 OK in 400ms (… | GC: 3.2ms)</c> at the end of a request, behind the logger's time, and <c>Started GET
/// "/path"</c> at its beginning; both have the same tag or process id in front. Without a logger's time, the one of the beginning counts,
/// in whole seconds. Sources: Action Pack, log_subscriber.rs; Railties, rack/logger.rb; Ruby, logger/formatter.rb.
/// </summary>
internal sealed class RailsLine : ILogLine
{
    private const int OpenRequests = 4096;
    private static readonly byte[] Completed = Unpause.Recordings.Words.RubyFormats.Completed.ToArray();
    private static readonly byte[] Started = "Started "u8.ToArray();
    private readonly Row _row = new(RequestOptions.Default);
    private readonly Dictionary<int, (byte[] Name, byte[] Stamp)> _open = [];

    /// <inheritdoc/>
    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        if (IndexOfMessage(line, Completed) is var end and >= 0 && line.IndexOf(" in "u8) > end) return TakeEnd(line, end, builder);
        if (IndexOfMessage(line, Started) is var begin and >= 0 && line.IndexOf("\" for "u8) > begin) TakeBeginning(line, begin);
        return LineOutcome.Other;
    }

    private static int IndexOfMessage(ReadOnlySpan<byte> line, ReadOnlySpan<byte> word)
    {
        var at = line.IndexOf(word);
        return at < 0 || (at > 0 && line[at - 1] != ' ') ? -1 : at;
    }

    private LineOutcome TakeEnd(ReadOnlySpan<byte> line, int at, RequestSetBuilder builder)
    {
        var text = line[(at + Completed.Length)..];
        var took = text.IndexOf(" in "u8);
        var status = FrameworkText.Word(text);
        var duration = FrameworkText.Word(text[(took + 4)..]);
        if (status.Length != 3 || !duration.EndsWith("ms"u8)) return LineOutcome.Other;
        _row.Begin();
        var known = _open.Remove(KeyOf(line[..at]), out var begun);
        if (known) _row.Take(FrameworkText.Request, begun.Name, builder);
        FrameworkText.TakeAnswer(_row, status, duration, builder);
        var stamp = FrameworkText.LeadingStamp(line);
        if (stamp.Length > 0) _row.Take(FrameworkText.End, stamp, builder);
        else if (known) _row.Take(FrameworkText.Start, begun.Stamp, builder);
        return _row.TryAddTo(builder) ? LineOutcome.Request : LineOutcome.NotUnderstood;
    }

    /// <summary>Keeps <c>GET "/path"</c> and the time at the line's end (<c>at 2024-05-01 12:00:00 +0000</c>).</summary>
    private void TakeBeginning(ReadOnlySpan<byte> line, int at)
    {
        var text = line[(at + Started.Length)..];
        var quote = text.IndexOf((byte)'"');
        var length = quote < 0 ? -1 : text[(quote + 1)..].IndexOf((byte)'"');
        if (length < 0 || length > Limits.NameBytes) return;
        if (_open.Count >= OpenRequests) _open.Clear();
        byte[] name = [.. text[..quote].TrimEnd((byte)' '), (byte)' ', .. text.Slice(quote + 1, length)];
        var time = text.LastIndexOf(" at "u8);
        _open[KeyOf(line[..at])] = (name, time < 0 ? [] : FrameworkText.LeadingStamp(text[(time + 4)..]).ToArray());
    }

    /// <summary>The tag in front of a message (<c>-- : [id] </c>), else the process id of Ruby's logger (<c>#123]</c>).</summary>
    private static int KeyOf(ReadOnlySpan<byte> before)
    {
        var tag = before.LastIndexOf("-- : "u8);
        if (tag >= 0 && !before[(tag + 5)..].Trim((byte)' ').IsEmpty) return Hash(before[(tag + 5)..]);
        var process = before.IndexOf(" #"u8);
        if (tag < 0 && process < 0) return Hash(before[FrameworkText.LeadingStamp(before).Length..]);
        return process < 0 ? 0 : Hash(FrameworkText.Word(before[(process + 2)..]));
    }

    private static int Hash(ReadOnlySpan<byte> text)
    {
        var hash = default(HashCode);
        hash.AddBytes(text);
        return hash.ToHashCode();
    }
}
