using Unpause.Requests.Columns;
using Unpause.Requests.Json;
using Unpause.Requests.Latencies;
using Unpause.Requests.Logs;

namespace Unpause.Requests;

/// <summary>Known content without request times: what it is, and what to give or enable instead.</summary>
internal static class RequestRefusals
{
    private const string Instead = "give one line per request (start_ms,duration_ms,name)";
    private const string NoTimes =
        "an access log whose lines have no request time, or several numbers that may be the request time. "
        + "Give the layout with --log-format, or log one of these (others: docs/request-formats.md)\n  nginx:  " + LinesToLog.Nginx
        + "\n  Apache: " + LinesToLog.Apache + "\n  Tomcat: " + LinesToLog.Tomcat + "\n ";

    public static IReadOnlyList<RequestFormat> Json { get; } =
    [
        Refuse("lograge", IsLogrageWithoutTime, "lograge lines without a timestamp: add " + LinesToLog.Lograge),
        Refuse("artillery", IsArtillery,
            "Artillery's report has counts and percentiles, but no individual requests. "
                + "Turn on traces of the open-telemetry reporter in its publish-metrics plugin, or give the server's access log"),
        Refuse("oha", block => JsonRecognition.MayBeJson(block) && block.IndexOf("\"responseTimeHistogram\""u8) >= 0,
            "oha's summary has no individual requests; run " + LinesToLog.Oha),
    ];

    /// <summary>Texts, tables and binary files.</summary>
    public static IReadOnlyList<RequestFormat> Texts { get; } =
    [
        Refuse("haproxy", IsHaproxyCommonLog,
            "HAProxy's CLF log has whole seconds, and milliseconds of another moment: log with " + LinesToLog.Haproxy),
        Refuse("access-log", HasAccessLogLayout, NoTimes),
        Refuse("caddy", block => block.IndexOf("\thandled request\t{"u8) >= 0,
            "Caddy's console log: add \"format json\" to its log directive"),
        Refuse("haproxy", block => block.IndexOf("haproxy["u8) >= 0 && block.IndexOf(" Connect from "u8) >= 0,
            "HAProxy's short log has no durations: log with " + LinesToLog.Haproxy),
        Refuse("uvicorn", IsUvicorn,
            "uvicorn does not log durations and has no option for it. "
                + "Add the middleware of docs/request-formats.md, or trace it (opentelemetry-instrument)"),
        Refuse("aspnet-core", block => block.IndexOf("Request finished HTTP/"u8) >= 0,
            "ASP.NET Core's lines without a date: set TimestampFormat of the console's logger to \"yyyy-MM-ddTHH:mm:ss.fffzzz \""),
        Refuse("morgan", IsMorganWithoutTime, "morgan lines without a timestamp: log " + LinesToLog.Morgan),
        Refuse("lograge", block => NamedLayouts.Lines[0].MayBeIn(block), "lograge lines without a timestamp: add " + LinesToLog.Lograge),
        Refuse("aws-network-load-balancer", IsNetworkLoadBalancer,
                "an AWS network load balancer logs connections, not requests; give the log of the server behind it"),
            Refuse("locust", IsLocustStatistics,
                "Locust's statistics are aggregates without individual requests. "
                    + "Write one line per request with a listener (start_time,response_time,name) and give that file"),
            Refuse("wrk", WrkSummary.Recognises,
                "wrk and wrk2 print a histogram without individual requests, which is enough for unpause tune only. "
                    + "Measure with vegeta or k6, or give the server's access log"),
            Refuse(CountedLatencies.Format, CountedLatencies.Recognises,
                "counted latencies without individual requests, which is enough for unpause tune only; " + Instead),
            Refuse("hey", block => block.StartsWith("response-time,DNS+dialup,DNS,"u8),
                "hey's offsets are relative to its own start, which it does not print; run " + LinesToLog.Hey),
            Refuse("oha", block => block.StartsWith("request-start,DNS,DNS+dialup,"u8),
                "oha's start times are relative to its own start, which it does not print; run " + LinesToLog.Oha),
            Refuse("hey", block => block.TrimStart("\r\n"u8).StartsWith("Summary:"u8) && block.IndexOf("esponse time histogram:"u8) >= 0,
                "a summary of hey or oha without individual requests; run " + LinesToLog.Hey),
            Refuse("vegeta", block => block.StartsWith("Requests      [total, rate"u8),
                "vegeta's report has no individual requests; give the output of vegeta encode --to csv results.bin"),
    ];

    public static IReadOnlyList<RequestFormat> Binary { get; } =
    [
        OfBinary("vegeta", IsVegetaGob, "vegeta's binary results; give the output of vegeta encode --to csv results.bin"),
        OfBinary("gatling", IsGatlingBinary,
            "Gatling's binary simulation.log (3.11 and later), which unpause does not read; " + Instead + ", or the server's access log"),
    ];

    private static RequestFormat Refuse(string name, Recordings.Readers.RecognisesBlock recognises, string sentence) =>
        new(name, false, recognises, null, sentence);

    private static RequestFormat OfBinary(string name, Recordings.Readers.RecognisesBlock recognises, string sentence) =>
        new(name, true, recognises, null, sentence);

    private static bool IsLogrageWithoutTime(ReadOnlySpan<byte> block) =>
        JsonRecognition.MayBeJson(block) && NamedLayouts.Lines[0].MayBeIn(block) && block.IndexOf("\"format\""u8) >= 0;

    private static bool IsArtillery(ReadOnlySpan<byte> block) => JsonRecognition.MayBeJson(block) && block.IndexOf("\"aggregate\""u8) >= 0
        && (block.IndexOf("\"scenariosCreated\""u8) >= 0 || block.IndexOf("\"vusers.created\""u8) >= 0
            || block.IndexOf("\"http.response_time\""u8) >= 0 || block.IndexOf("\"http.requests\""u8) >= 0);

    private static bool HasAccessLogLayout(ReadOnlySpan<byte> block)
    {
        var end = block.IndexOf((byte)'\n');
        return new AccessLogLine(AccessLogKind.Nginx).HasLayout(end < 0 ? block : block[..end]);
    }

    /// <summary><c>INFO:     127.0.0.1:50000 - "GET / HTTP/1.1" 200 OK</c>.</summary>
    private static bool IsUvicorn(ReadOnlySpan<byte> block)
    {
        var at = block.IndexOf(" - \""u8);
        return block.IndexOf("INFO: "u8) >= 0 && at >= 0 && block[at..].IndexOf(" HTTP/"u8) > 0;
    }

    /// <summary><c>GET /a 200 163.7 ms - 12</c>, as morgan's dev prints it, coloured or not; short and tiny end with the time.</summary>
    private static bool IsMorganWithoutTime(ReadOnlySpan<byte> block)
    {
        var end = block.IndexOf((byte)'\n');
        var line = end < 0 ? block : block[..end];
        var brief = line.IndexOf(" - "u8) > 0 && line.TrimEnd(" \r"u8).EndsWith(" ms"u8);
        return (line.IndexOf(" ms - "u8) > 0 || brief) && line.IndexOf(" /"u8) > 0;
    }

    /// <summary>
    /// <c>option httplog clf</c>: behind status and size two empty texts, port and milliseconds, three names in quotes, then the timers.
    /// </summary>
    private static bool IsHaproxyCommonLog(ReadOnlySpan<byte> block)
    {
        var end = block.IndexOf((byte)'\n');
        var line = end < 0 ? block : block[..end];
        var at = line.IndexOf(" \"\" \"\" "u8);
        if (at < 0 || !HasAccessLogLayout(line)) return false;
        const int Looked = 5;
        var index = 0;
        for (var tokens = new LogTokens(line[(at + 7)..]); index < Looked && tokens.MoveNext(); index++)
        {
            if (tokens.Quoted != index >= 2) return false;
        }

        return index == Looked;
    }

    private static bool IsNetworkLoadBalancer(ReadOnlySpan<byte> block) => block.StartsWith("tls 1.0 "u8) || block.StartsWith("tls 2.0 "u8);

    /// <summary>The headers of locust --csv: statistics, their history, failures, exceptions.</summary>
    private static bool IsLocustStatistics(ReadOnlySpan<byte> block) =>
        block.StartsWith("Type,Name,Request Count,"u8) || block.StartsWith("Timestamp,User Count,Type,Name,"u8)
        || block.StartsWith("Method,Name,Error,Occurrences"u8) || block.StartsWith("Count,Message,Traceback,Nodes"u8);

    /// <summary>Go's gob describes its type first: the names of the fields of vegeta's Result.</summary>
    private static bool IsVegetaGob(ReadOnlySpan<byte> block)
    {
        var head = block[..Math.Min(block.Length, 512)];
        return head.IndexOf("Attack"u8) >= 0 && head.IndexOf("Latency"u8) >= 0 && head.IndexOf("BytesOut"u8) >= 0;
    }

    /// <summary>A run's record: kind 0, then Gatling's version as a text of five to twelve characters behind its length.</summary>
    private static bool IsGatlingBinary(ReadOnlySpan<byte> block) => block.Length > 10 && block[..4].IndexOfAnyExcept((byte)0) < 0
        && block[4] is >= 5 and <= 12 && char.IsAsciiDigit((char)block[5]) && block[6] == '.' && char.IsAsciiDigit((char)block[7]);
}
