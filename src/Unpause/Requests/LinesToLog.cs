namespace Unpause.Requests;

/// <summary>
/// What to paste into a server's configuration so that its log can be laid over pauses: a stamp finer than a second whose name says of
/// what it is, and a duration whose name says its unit. Lines so written are read without any option (see docs/request-formats.md).
/// </summary>
internal static class LinesToLog
{
    /// <summary>What a server has to be told that writes a format with stamps of whole seconds; null when nothing helps.</summary>
    public static string? For(string format) => format switch
    {
        "nginx" => Nginx,
        "apache" => Apache,
        "gunicorn" => Gunicorn,
        "traefik" => Traefik,
        "access-log" => $"for nginx: {Nginx} for Apache: {Apache} for Tomcat: {Tomcat}",
        _ => null,
    };

    /// <summary>nginx: $msec is when the line is written, at the request's end.</summary>
    public const string Nginx = "log_format timed '$remote_addr \"$request\" $status end_s=$msec duration_s=$request_time pid=$pid';";

    /// <summary>Apache httpd.</summary>
    public const string Apache = "LogFormat \"%h \\\"%r\\\" %>s start_us=%{begin:usec}t duration_us=%D pid=%P\" timed";

    /// <summary>Tomcat, and Spring Boot's server.tomcat.accesslog.pattern: two stamps, since versions differ in %D's unit.</summary>
    public const string Tomcat = "pattern='%h \"%r\" %s start_ms=%{begin:msec}t end_ms=%{end:msec}t'";

    /// <summary>gunicorn's configuration: its own times are whole seconds, the logger's are not.</summary>
    public const string Gunicorn = "access_log_format = 'duration_us=%(D)s \"%(r)s\" %(s)s' and "
        + "logconfig_dict = {'formatters': {'generic': {'format': 'end_s=%(created).6f pid=%(process)d %(message)s'}}}";

    /// <summary>morgan in Express.</summary>
    public const string Morgan = "morgan('end=:date[iso] method=:method url=:url status=:status duration_ms=:total-time')";

    /// <summary>lograge in Rails.</summary>
    public const string Lograge = "config.lograge.custom_options = ->(_) { { end: Time.now.utc.iso8601(6) } }";

    /// <summary>HAProxy.</summary>
    public const string Haproxy = "option httplog";

    /// <summary>Traefik.</summary>
    public const string Traefik = "accessLog: { format: json }";

    /// <summary>hey and oha count from their own start, which the shell adds.</summary>
    public const string Hey = "hey -o csv URL | awk -F, -v t=$(date +%s.%N) "
        + "'NR==1{print \"start_s,duration_s\";next}{printf \"%.6f,%s\\n\",t+$8,$1}'";

    /// <inheritdoc cref="Hey"/>
    public const string Oha = "oha --no-tui --output-format csv URL | awk -F, -v t=$(date +%s.%N) "
        + "'NR==1{print \"start_s,duration_s\";next}{printf \"%.6f,%s\\n\",t+$1,$5}'";
}
