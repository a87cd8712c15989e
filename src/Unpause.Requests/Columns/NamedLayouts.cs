using static Unpause.Requests.Columns.ColumnRole;
using static Unpause.Requests.TimeUnit;

namespace Unpause.Requests.Columns;

/// <summary>
/// Products that write one record of named values for each request, with the moment and the units that their documentation
/// states. A product with a name for a value that another uses for something else (Caddy's duration is in seconds, Traefik's in
/// nanoseconds) can only be read by such a row.
/// </summary>
internal static class NamedLayouts
{
    /// <summary>JSON objects, the stricter first.</summary>
    public static IReadOnlyList<NamedLayout> Json { get; } =
    [
        // Traefik, "Access logs", fields: StartUTC is the time at which request processing started; Duration a Go duration (ns).
        new("traefik", ["StartUTC", "Duration", "DownstreamStatus"],
            [("StartUTC", At(Start)), ("Duration", In(Nanoseconds)), ("RequestMethod", new(Method, null)), ("RequestPath", Named)]),
        // Caddy, "log": written when the response is done; ts in seconds since 1970, duration in seconds, both with decimals.
        new("caddy", ["ts", "request", "duration", "bytes_read"], Caddy),
        new("caddy", ["ts", "request", "duration", "resp_headers"], Caddy),
        // Google Cloud, LogEntry and HttpRequest: latency is text like 0.25s; the documentation doesn't say which moment timestamp is.
        new("gcp-load-balancer", ["httpRequest", "latency", "timestamp"],
            [("timestamp", Unclear), ("httpRequest.latency", In(Seconds)), ("httpRequest.requestMethod", new(Method, null)),
                ("httpRequest.requestUrl", Named)]),
        // Azure Front Door, "Monitor metrics and logs": time is when the edge delivered the content; timeTaken in seconds with decimals
        // (in milliseconds in an earlier version of the same page, MicrosoftDocs/azure-docs).
        new("azure-front-door", ["properties", "trackingReference", "timeTaken", "time"],
            [("time", At(End)), ("properties.timeTaken", DecimalSeconds), ("properties.httpMethod", new(Method, null)),
                ("properties.requestUri", Named)]),
        // Azure Application Gateway: timeTaken in seconds with decimals in version 2, in whole milliseconds in version 1, which calls the
        // timestamp time; of which moment is not documented.
        // MicrosoftDocs/azure-docs, application-gateway/monitor-application-gateway-reference.
        new("azure-application-gateway", ["properties", "timeTaken", "timeStamp"],
            [("timeStamp", Unclear), ("properties.timeTaken", DecimalSeconds), ("properties.httpMethod", new(Method, null)),
                ("properties.requestUri", Named)]),
        new("azure-application-gateway", ["properties", "timeTaken", "time", "instanceId"],
            [("time", Unclear), ("properties.timeTaken", DecimalSeconds), ("properties.httpMethod", new(Method, null)),
                ("properties.requestUri", Named)]),
        // pino-http: logged when the response has finished; time in milliseconds since 1970 (or ISO 8601), responseTime in ms.
        new("pino", ["level", "time", "responseTime"],
            [("time", At(End, Milliseconds)), ("responseTime", In(Milliseconds)), ("req.method", new(Method, null)), ("req.url", Named),
                ("pid", new(ProcessId, null))]),
        // express-winston with winston's format.timestamp(): logged when the response ends; responseTime in whole milliseconds.
        new("express-winston", ["level", "message", "meta", "responseTime", "timestamp"],
            [("timestamp", At(End)), ("meta.responseTime", In(Milliseconds)), ("message", Named)]),
        // Serilog.AspNetCore's request logging, compact and plain JSON: one event when the request has ended, Elapsed in ms.
        new("serilog", ["@t", "Elapsed", "RequestMethod"],
            [("@t", At(End)), ("Elapsed", In(Milliseconds)), ("RequestMethod", new(Method, null)), ("RequestPath", Named)]),
        new("serilog", ["Timestamp", "Properties", "Elapsed", "RequestMethod"],
            [("Timestamp", At(End)), ("Properties.Elapsed", In(Milliseconds)), ("Properties.RequestMethod", new(Method, null)),
                ("Properties.RequestPath", Named)]),
        // lograge: one line when the action has ended, duration in milliseconds; the time's name is the application's choice.
        new("lograge", ["controller", "action", "status", "duration"], Lograge),
        // vegeta encode --to json: when the hit began, and its latency in nanoseconds.
        new("vegeta", ["attack", "seq", "timestamp", "latency"],
            [("timestamp", At(Start)), ("latency", In(Nanoseconds)), ("method", new(Method, null)), ("url", Named),
                ("code", new(Status, null))]),
        // Envoy's and Istio's JSON logs, named like the operators: START_TIME, and DURATION in milliseconds.
        new("envoy", ["start_time", "duration", "bytes_sent"], Envoy),
        new("envoy", ["start_time", "duration", "response_code"], Envoy),
    ];

    /// <summary>Tables with a header line.</summary>
    public static IReadOnlyList<NamedLayout> Tables { get; } =
    [
        // JMeter, jmeter.properties: sampleresult.timestamp.start=true; both in milliseconds.
        new("jmeter", ["timeStamp", "elapsed", "label"],
            [("timeStamp", At(Start, Milliseconds)), ("elapsed", In(Milliseconds)), ("label", new(Name, null)),
                ("success", new(Success, null))]),
        // ab -g: seconds is the connection's start in whole seconds, ttime the total in milliseconds.
        new("ab", ["starttime", "seconds", "ctime", "dtime", "ttime", "wait"],
            [("seconds", At(Start, Seconds)), ("ttime", In(Milliseconds))]),
    ];

    /// <summary>Tables of load tests whose times are relative to their own start, which they do not record.</summary>
    public static IReadOnlyList<NamedLayout> OwnClocks { get; } =
    [
        // hey 0.1.4, requester/print.go: seconds with four decimals; requests without an answer have no row.
        new("hey", ["response-time", "DNS+dialup", "status-code", "offset"],
            [("offset", SinceBegan), ("response-time", In(Seconds)), ("status-code", new(Status, null))]),
        // oha, --output-format csv (its tests/tests.rs): seconds with nine decimals; columns were added between.
        new("oha", ["request-start", "DNS+dialup", "request-duration", "status"],
            [("request-start", SinceBegan), ("request-duration", In(Seconds)), ("status", new(Status, null))]),
    ];

    /// <summary>Lines of key=value.</summary>
    public static IReadOnlyList<NamedLayout> Lines { get; } =
    [
        new("lograge", ["controller", "action", "status", "duration"], Lograge),
    ];

    private static (string, TableColumn)[] Caddy =>
    [
        ("ts", At(End, Seconds)), ("duration", DecimalSeconds), ("request.method", new(Method, null)), ("request.uri", Named),
    ];

    private static (string, TableColumn)[] Lograge =>
    [
        ("end", At(End)), ("@timestamp", At(End)), ("timestamp", At(End)), ("time", At(End)), ("duration", In(Milliseconds)),
        ("method", new(Method, null)),
        ("path", Named), ("pid", new(ProcessId, null)),
    ];

    private static (string, TableColumn)[] Envoy =>
    [
        ("start_time", At(Start)), ("duration", In(Milliseconds)), ("method", new(Method, null)), ("path", Named),
    ];

    private static TableColumn Named => new(Name, null);

    private static TableColumn Unclear => new(Start, null, Ambiguous: true);

    private static TableColumn SinceBegan => At(Start, Seconds) with { SinceBegan = true };

    private static TableColumn DecimalSeconds => new(Duration, Seconds) { WholeUnknown = true };

    private static TableColumn At(ColumnRole moment, TimeUnit? unit = null) => new(moment, unit);

    private static TableColumn In(TimeUnit unit) => new(Duration, unit);
}
