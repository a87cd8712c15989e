namespace Unpause.Requests.Logs;

/// <summary>
/// Access logs of AWS load balancers. Application: <c>type time elb client target t1 t2 t3 …</c>, where time is when the response was
/// generated, and the 22nd field when the request came, which counts as the start. Classic: <c>timestamp elb client backend t1 t2 t3 …</c>,
/// where the timestamp is the request's arrival. The duration is the sum of the three times in seconds (to the target, in it, and from
/// it); they are -1 where the request reached none. Source: AWS, "Access logs for your Application Load Balancer", and "… Classic …".
/// </summary>
internal sealed class AwsLoadBalancerLine : ILogLine
{
    private const int FirstTime = 4;
    private const int Times = 3;
    private const int Request = 11;
    private const int CreationTime = 20;
    private const long Microsecond = 1_000;
    private const long Millisecond = 1_000_000;

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        var tokens = new LogTokens(line);
        if (!tokens.MoveNext()) return LineOutcome.NotUnderstood;
        var application = IsType(tokens.Token);
        if (application && !tokens.MoveNext()) return LineOutcome.NotUnderstood;
        if (!WallTime.TryParseIso(tokens.Token, out var stamp, out _, out _)) return LineOutcome.NotUnderstood;
        ReadOnlySpan<byte> request = default;
        long? created = null;
        long duration = 0;
        var unanswered = false;
        for (var index = 1; tokens.MoveNext(); index++)
        {
            if (index is >= FirstTime and < FirstTime + Times && !TryAdd(tokens.Token, ref duration, ref unanswered))
            {
                return LineOutcome.NotUnderstood;
            }

            if (index == Request && tokens.Quoted) request = tokens.Token;
            if (application && index == CreationTime && WallTime.TryParseIso(tokens.Token, out var time, out _, out _)) created = time;
        }

        if (request.IsEmpty) return LineOutcome.NotUnderstood;
        if (unanswered)
        {
            builder.WithoutDuration();
            return LineOutcome.Other;
        }

        var ended = application && created is null;
        builder.Resolution(application ? Millisecond : Microsecond);
        builder.Stamp(ended ? TimestampMeaning.End : TimestampMeaning.Start, ended ? TimestampMeaning.End : TimestampMeaning.Start);
        return builder.TryAddRequest(ended ? stamp - duration : created ?? stamp, duration, builder.Name(LogText.MethodAndPath(request)))
            ? LineOutcome.Request
            : LineOutcome.NotUnderstood;
    }

    private static bool IsType(ReadOnlySpan<byte> token) => token.SequenceEqual("http"u8) || token.SequenceEqual("https"u8)
        || token.SequenceEqual("h2"u8) || token.SequenceEqual("grpcs"u8) || token.SequenceEqual("ws"u8) || token.SequenceEqual("wss"u8);

    private static bool TryAdd(ReadOnlySpan<byte> seconds, ref long duration, ref bool unanswered)
    {
        const long MostNanoseconds = long.MaxValue / 4;
        if (seconds.SequenceEqual("-1"u8))
        {
            unanswered = true;
            return true;
        }

        var cursor = new Utf8Cursor(seconds);
        if (seconds.IndexOf((byte)'.') < 0 || !cursor.TryTakeFixed(9, out var time)) return false;
        if (!cursor.AtEnd || time > MostNanoseconds) return false;
        duration += time;
        return true;
    }
}
