namespace Unpause.Requests.Logs;

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
