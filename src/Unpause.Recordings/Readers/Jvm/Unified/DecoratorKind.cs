namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// What a bracket before a message contains. Unified logging (JEP 158, 9-25) knows twelve decorators and prints the
/// configured ones in this order: time, utctime, uptime, timemillis, uptimemillis, timenanos, uptimenanos, hostname, pid, tid, level, tags.
/// </summary>
internal enum DecoratorKind : byte
{
    /// <summary><c>2022-11-10T03:37:29.443-0800</c> (time, utctime).</summary>
    Date,

    /// <summary><c>0.017s</c> (uptime).</summary>
    UptimeSeconds,

    /// <summary><c>17ms</c> (uptimemillis).</summary>
    UptimeMillis,

    /// <summary><c>1668080249443ms</c> (timemillis).</summary>
    UnixMillis,

    /// <summary><c>17123456ns</c> (uptimenanos, or timenanos whose zero is unknown).</summary>
    Nanos,

    /// <summary>Digits only (pid, tid).</summary>
    Number,

    /// <summary><c>info </c> (level), padded with blanks.</summary>
    Level,

    /// <summary><c>gc,phases   </c> (tags), padded with blanks to a width that grows.</summary>
    Tags,

    /// <summary>Anything else (hostname).</summary>
    Other,
}
