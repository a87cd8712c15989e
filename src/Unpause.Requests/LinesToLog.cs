namespace Unpause.Requests;

/// <summary>
/// What to paste into a server's configuration so that its log can be joined with pauses: a timestamp finer than a second whose name
/// shows its moment, and a duration whose name shows its unit. Such lines need no option (see docs/request-formats.md).
/// </summary>
internal static class LinesToLog
{
    /// <summary>
    /// What to do where a format's timestamps are whole seconds, as the end of a sentence; null when nothing helps. Tomcat's lines
    /// look like nginx's (%T up to 10.0) and like Apache's (%T/%D from 10.1 on).
    /// </summary>
    public static string? For(string format) => format switch
    {
        "nginx" => $"for finer timestamps, log in nginx: {Nginx} in Tomcat: {Tomcat}",
        "apache" => $"for finer timestamps, log in Apache: {Apache} in Tomcat: {Tomcat}",
        "gunicorn" => $"for finer timestamps, log {Gunicorn}",
        "traefik" => $"for finer timestamps, log {Traefik}",
        "iis" => "W3C logs have no finer timestamps: trace the service (OpenTelemetry), or log its requests with Serilog",
        "k6" => "for finer timestamps, set K6_CSV_TIME_FORMAT=unix_milli",
        "access-log" => $"for finer timestamps, log in nginx: {Nginx} in Apache: {Apache} in Tomcat: {Tomcat}",
        _ => null,
    };

    /// <summary>
    /// nginx: $msec is when the line is written, at the request's end. Without $pid: nginx has several processes, and none of them is the
    /// recorded process behind it, so their ids would not match any recording.
    /// </summary>
    public const string Nginx = "log_format timed '$remote_addr \"$request\" $status end_s=$msec duration_s=$request_time';";

    /// <summary>Apache httpd; without its processes' ids, for the same reason.</summary>
    public const string Apache = "LogFormat \"%h \\\"%r\\\" %>s start_us=%{begin:usec}t duration_us=%D\" timed";

    /// <summary>Tomcat, and Spring Boot's server.tomcat.accesslog.pattern: two timestamps, since versions differ in %D's unit.</summary>
    public const string Tomcat = "pattern='%h \"%r\" %s start_ms=%{begin:msec}t end_ms=%{end:msec}t'";

    /// <summary>
    /// gunicorn's configuration file: its own times are whole seconds, the logger's are not. Not logconfig_dict, which skips
    /// --access-logfile and writes each line twice (20.1.0, the access logger propagates to the root's console).
    /// </summary>
    public const string Gunicorn = "access_log_format = 'duration_us=%(D)s \"%(r)s\" %(s)s' and "
        + "import gunicorn.glogging; gunicorn.glogging.Logger.access_fmt = 'end_s=%(created).6f pid=%(process)d %(message)s'";

    /// <summary>morgan in Express.</summary>
    public const string Morgan = "morgan('end=:date[iso] method=:method url=:url status=:status duration_ms=:total-time')";

    /// <summary>lograge in Rails.</summary>
    public const string Lograge = "config.lograge.custom_options = ->(_) { { end: Time.now.utc.iso8601(6) } }";

    public const string Haproxy = "option httplog";

    public const string Traefik = "accessLog: { format: json }";

    /// <summary>
    /// hey and oha count from their own start, which the shell adds. It reads the clock some milliseconds before (hey 0.1.4: 8), so that
    /// starts are written to a hundredth of a second: no finer than they are known.
    /// </summary>
    public const string Hey = "hey -o csv URL | awk -F, -v t=$(date +%s.%N) "
        + "'NR==1{print \"start_s,duration_s\";next}{printf \"%.2f,%s\\n\",t+$8,$1}'";

    /// <inheritdoc cref="Hey"/>
    public const string Oha = "oha --no-tui --output-format csv URL | awk -F, -v t=$(date +%s.%N) "
        + "'NR==1{print \"start_s,duration_s\";next}{printf \"%.2f,%s\\n\",t+$1,$5}'";
}
